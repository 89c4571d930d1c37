package dev.cosmosblog.cli;

import dev.cosmosblog.maintenance.LibraryView;
import dev.cosmosblog.maintenance.RebuildSource;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.maintenance.ViewRebuildBuilder;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Rebuilds a blog's copies from the posts. */
@Command(
    name = "rebuild",
    description = {
      "Writes post summaries, the front page or the listings again from the posts.",
      "It works beside live traffic. A run that was stopped is resumed."
    })
final class RebuildCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private BlogOptions blog = new BlogOptions();
  @Mixin private RunOptions run = new RunOptions();

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      converter = ViewConverter.class,
      description = "summaries, front-page or listings (default: all that the blog has)")
  private @Nullable LibraryView view;

  @Option(
      names = "--source",
      paramLabel = "SOURCE",
      converter = SourceConverter.class,
      defaultValue = "container",
      description = "where the posts are read: container or change-feed (default: container)")
  private RebuildSource source = RebuildSource.CONTAINER;

  RebuildCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    RunOutput output = new RunOutput(terminal, run, false);
    try (BlogDatabase database = blog.open("blog-cli rebuild")) {
      // Invalid options fail before a request is sent.
      run.applyTo(ViewRebuild.builder(database), output);
      ViewRebuildBuilder builder =
          run.applyTo(ViewRebuild.builder(blog.adopt(database)), output).source(source);
      if (view != null) {
        builder.views(Set.of(view));
      }
      MaintenanceReport report = builder.build().rebuild();
      return output.print(report, "repaired", report.repaired());
    }
  }

  static final class ViewConverter implements ITypeConverter<LibraryView> {
    @Override
    public LibraryView convert(String word) {
      return switch (word) {
        case "summaries" -> LibraryView.POST_SUMMARIES;
        case "front-page" -> LibraryView.FRONT_PAGE;
        case "listings" -> LibraryView.LISTINGS;
        default ->
            throw new TypeConversionException(
                "'%s' is not summaries, front-page or listings".formatted(word));
      };
    }
  }

  static final class SourceConverter implements ITypeConverter<RebuildSource> {
    @Override
    public RebuildSource convert(String word) {
      return switch (word) {
        case "container" -> RebuildSource.CONTAINER;
        case "change-feed" -> RebuildSource.CHANGE_FEED;
        default ->
            throw new TypeConversionException(
                "'%s' is not container or change-feed".formatted(word));
      };
    }
  }
}
