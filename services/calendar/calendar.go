// Package calendar serves how many hours users work on each day of the week, and the public
// holidays of countries.
//
// The working patterns of a user are one list, which is read and replaced as a whole. Its
// version is 0 until it is written for the first time. Two patterns of a user cannot begin
// on the same day. Who may write the default availability of a user may write the patterns,
// but only admins may write their own.
//
// A country has at most one holiday a day. An upsert has up to 1,000 items. For each item it
// updates the holiday of that country and date, or creates it. If one item is bad, it writes
// nothing. If a holiday already has the name and the factor, it does not change. If two
// items have the same country and date, the later one wins, and the response has its holiday
// for both. Only admins may write holidays.
package calendar
