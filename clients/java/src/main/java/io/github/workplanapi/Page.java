package io.github.workplanapi;

import java.util.List;

/**
 * A page of a list over REST.
 *
 * @param items the rows of the page, in the list's order
 * @param total how many rows match in all; null unless the query asked to count
 * @param limit the number of rows that the page was limited to, 1 to 200
 * @param offset the number of rows skipped before this page; 0 if the query has a cursor
 * @param hasMore whether more rows follow this page
 * @param nextCursor the cursor of the next page; null on the last page
 */
public record Page<T>(List<T> items, Long total, int limit, long offset, boolean hasMore, String nextCursor) {}
