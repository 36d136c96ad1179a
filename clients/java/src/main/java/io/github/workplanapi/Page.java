package io.github.workplanapi;

import java.util.List;

/**
 * A page of a list over REST.
 *
 * @param items the rows of the page, in the list's order
 * @param total how many rows match in all; null unless the query asked to count
 * @param limit the limit that was applied, 1 to 200
 * @param offset the offset that was applied
 * @param hasMore whether rows follow after this page
 */
public record Page<T>(List<T> items, Long total, int limit, long offset, boolean hasMore) {}
