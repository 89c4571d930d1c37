package dev.cosmosblog.maintenance.verify;

/**
 * How far a run has come, after a page.
 *
 * @param section what it reads
 * @param scanned the items that it has read in their order
 * @param found the findings
 * @param mended how many of them it has mended
 * @param requestUnits what it has used, in RU
 * @param share how much is done, from 0 to 1, by the ranges of the containers that were read: a
 *     rough estimate, which moves in steps of one physical partition
 * @param resumeToken goes on after this page when it is given to another run; JSON, without
 *     anything that users wrote but ids
 */
public record VerifyProgress(
    VerifySection section,
    long scanned,
    long found,
    long mended,
    double requestUnits,
    double share,
    String resumeToken) {}
