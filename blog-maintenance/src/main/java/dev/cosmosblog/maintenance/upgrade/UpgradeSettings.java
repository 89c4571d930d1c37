package dev.cosmosblog.maintenance.upgrade;

import java.util.Optional;

/** What an upgrade has to be told of who made the database. */
record UpgradeSettings(Optional<String> formerUsers, Optional<String> dateProperty) {}
