package dev.cosmosblog.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void numbersStandToTheRightAndTextToTheLeft() {
    Table table = new Table("what", "RU").row("read", "1.00").row("a write", "12.50");
    assertThat(table.lines())
        .containsExactly(
            "what        RU", //
            "-------  -----",
            "read      1.00",
            "a write  12.50");
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThatThrownBy(() -> new Table("what", "RU").row("read"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
