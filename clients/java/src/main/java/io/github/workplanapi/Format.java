package io.github.workplanapi;

/** A form of all rows of a list. */
public enum Format {
  /** Text for spreadsheets. The first line has the names of the columns. */
  CSV("text/csv"),
  /** A JSON object in each line. */
  NDJSON("application/x-ndjson"),
  /** A table for warehouses, DuckDB, pandas and Spark. */
  PARQUET("application/vnd.apache.parquet");

  final String mediaType;

  Format(String mediaType) {
    this.mediaType = mediaType;
  }
}
