/** A blog on mocked containers, for unit tests of applications. */
module dev.cosmosblog.testing {
  requires com.fasterxml.jackson.databind;
  requires transitive dev.cosmosblog.store;
  requires static transitive org.jspecify;
  requires org.mockito;

  exports dev.cosmosblog.testing;
}
