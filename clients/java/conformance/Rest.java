import com.fasterxml.jackson.databind.JsonNode;
import io.github.workplanapi.AssignmentsApi.DeleteAssignmentsQuery;
import io.github.workplanapi.AssignmentsApi.ListAssignmentsQuery;
import io.github.workplanapi.AssignmentsApi.ReplaceAssignmentsWindowQuery;
import io.github.workplanapi.AssignmentsApi.UpsertAssignmentsQuery;
import io.github.workplanapi.CapacityApi.GetCapacityQuery;
import io.github.workplanapi.CapacityApi.ListCandidatesQuery;
import io.github.workplanapi.CapacityApi.ListCapacityGapsQuery;
import io.github.workplanapi.ClientsApi.ListClientsQuery;
import io.github.workplanapi.EventsApi.ListEventsQuery;
import io.github.workplanapi.Format;
import io.github.workplanapi.HolidaysApi.ListHolidaysQuery;
import io.github.workplanapi.MoneyApi.GetMoneyQuery;
import io.github.workplanapi.MoneyApi.ListMoneyLinesQuery;
import io.github.workplanapi.ProjectsApi.GetProjectQuery;
import io.github.workplanapi.ProposalsApi.DiffProposalQuery;
import io.github.workplanapi.ProposalsApi.ListProposalsQuery;
import io.github.workplanapi.RatesApi.ResolveRateQuery;
import io.github.workplanapi.RestClient;
import io.github.workplanapi.TimeOffApi.ListTimeOffQuery;
import io.github.workplanapi.TimeOffApi.UpsertTimeOffQuery;
import io.github.workplanapi.TimeOffApi;
import io.github.workplanapi.UsersApi.ListUsersQuery;
import io.github.workplanapi.WebhooksApi.ListWebhookAttemptsQuery;
import io.github.workplanapi.WholeList;
import io.github.workplanapi.model.ActualHoursBatchInput;
import io.github.workplanapi.model.ActualHoursRow;
import io.github.workplanapi.model.ActualHoursRowInput;
import io.github.workplanapi.model.Assignment;
import io.github.workplanapi.model.AssignmentBatchInput;
import io.github.workplanapi.model.AssignmentChanges;
import io.github.workplanapi.model.AssignmentCopyInput;
import io.github.workplanapi.model.AssignmentInput;
import io.github.workplanapi.model.AssignmentSourceInput;
import io.github.workplanapi.model.AssignmentTargetInput;
import io.github.workplanapi.model.AssignmentWindowInput;
import io.github.workplanapi.model.BillingType;
import io.github.workplanapi.model.BudgetInput;
import io.github.workplanapi.model.BudgetItemInput;
import io.github.workplanapi.model.BudgetPeriod;
import io.github.workplanapi.model.Candidates;
import io.github.workplanapi.model.CapabilitiesOfUserInput;
import io.github.workplanapi.model.Capacity;
import io.github.workplanapi.model.CapacityBucket;
import io.github.workplanapi.model.CapacityGap;
import io.github.workplanapi.model.CapacityGroup;
import io.github.workplanapi.model.CapacityItem;
import io.github.workplanapi.model.Client;
import io.github.workplanapi.model.ClientBatchInput;
import io.github.workplanapi.model.ClientInput;
import io.github.workplanapi.model.ClientPatch;
import io.github.workplanapi.model.ClientPriority;
import io.github.workplanapi.model.Confirmation;
import io.github.workplanapi.model.ConfirmationWindowInput;
import io.github.workplanapi.model.ConsideredRate;
import io.github.workplanapi.model.DeletedRows;
import io.github.workplanapi.model.Event;
import io.github.workplanapi.model.FilledPlaceholder;
import io.github.workplanapi.model.FillingInput;
import io.github.workplanapi.model.Holiday;
import io.github.workplanapi.model.HolidayBatchInput;
import io.github.workplanapi.model.HolidayInput;
import io.github.workplanapi.model.HoursKeyInput;
import io.github.workplanapi.model.HoursKeysInput;
import io.github.workplanapi.model.HoursState;
import io.github.workplanapi.model.KeyIdentity;
import io.github.workplanapi.model.Money;
import io.github.workplanapi.model.MoneyBucket;
import io.github.workplanapi.model.MoneyGroup;
import io.github.workplanapi.model.MoneyItem;
import io.github.workplanapi.model.MoneyLine;
import io.github.workplanapi.model.MoneyTotal;
import io.github.workplanapi.model.OnConflict;
import io.github.workplanapi.model.OnExisting;
import io.github.workplanapi.model.PatternsOfUserInput;
import io.github.workplanapi.model.Pricing;
import io.github.workplanapi.model.PricingPatch;
import io.github.workplanapi.model.Project;
import io.github.workplanapi.model.ProjectColor;
import io.github.workplanapi.model.ProjectInput;
import io.github.workplanapi.model.ProjectPatch;
import io.github.workplanapi.model.ProjectStatus;
import io.github.workplanapi.model.PlanComparison;
import io.github.workplanapi.model.Proposal;
import io.github.workplanapi.model.ProposalApplicationInput;
import io.github.workplanapi.model.ProposalDifference;
import io.github.workplanapi.model.ProposalImpact;
import io.github.workplanapi.model.ProposalInput;
import io.github.workplanapi.model.ProposalStatus;
import io.github.workplanapi.model.Rate;
import io.github.workplanapi.model.RateInput;
import io.github.workplanapi.model.RateKind;
import io.github.workplanapi.model.Rates;
import io.github.workplanapi.model.RatesInput;
import io.github.workplanapi.model.ResolvedRate;
import io.github.workplanapi.model.TimeOff;
import io.github.workplanapi.model.TimeOffBatchInput;
import io.github.workplanapi.model.TimeOffInput;
import io.github.workplanapi.model.TimeOffStatus;
import io.github.workplanapi.model.User;
import io.github.workplanapi.model.UserCapabilities;
import io.github.workplanapi.model.UserCapabilitiesBatchInput;
import io.github.workplanapi.model.UserCapabilitiesInput;
import io.github.workplanapi.model.UserCapability;
import io.github.workplanapi.model.UserCapabilityInput;
import io.github.workplanapi.model.UserInput;
import io.github.workplanapi.model.UserKind;
import io.github.workplanapi.model.View;
import io.github.workplanapi.model.ViewInput;
import io.github.workplanapi.model.Views;
import io.github.workplanapi.model.ViewsInput;
import io.github.workplanapi.model.Webhook;
import io.github.workplanapi.model.WebhookAttempt;
import io.github.workplanapi.model.WebhookInput;
import io.github.workplanapi.model.WebhookPatch;
import io.github.workplanapi.model.WebhookRedeliveryInput;
import io.github.workplanapi.model.WebhookRotationInput;
import io.github.workplanapi.model.WebhookState;
import io.github.workplanapi.model.WorkingPattern;
import io.github.workplanapi.model.WorkingPatternInput;
import io.github.workplanapi.model.WorkingPatterns;
import io.github.workplanapi.model.WorkingPatternsBatchInput;
import io.github.workplanapi.model.WorkingPatternsInput;
import io.github.workplanapi.model.WriteMeta;
import io.github.workplanapi.model.WriteSummary;
import io.github.workplanapi.model.WriteWarning;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The scenario over REST. */
final class Rest {
  private static final UpsertTimeOffQuery SUMMARY = new UpsertTimeOffQuery().include(List.of("summary"));

  private final RestClient admin = new RestClient(Scenario.env("WORKPLAN_URL"), Scenario.env("WORKPLAN_KEY"));
  private final RestClient member = new RestClient(Scenario.env("WORKPLAN_URL"), Scenario.env("WORKPLAN_MEMBER_KEY"));
  private final RestClient manager = new RestClient(Scenario.env("WORKPLAN_URL"), Scenario.env("WORKPLAN_MANAGER_KEY"));
  private final RestClient reader = new RestClient(Scenario.env("WORKPLAN_URL"), Scenario.env("WORKPLAN_READER_KEY"));

  private UUID client;
  private UUID worker;
  private UUID project;
  private UUID capability;
  private UUID timeOff;
  private AssignmentBatchInput batch;
  private AssignmentWindowInput window;
  private List<UUID> rowIds;
  private long head;
  private Stream<Event> following;
  private Iterator<Event> follower;
  private Event followed;
  private Webhook webhook;
  private JsonNode patterns;
  private String match;
  private final List<TimeOffInput> leave = new ArrayList<>();
  private final List<WriteMeta> metas = new ArrayList<>();
  private List<TimeOff> upserted;
  private UUID billed; // the project that is billed by the hour
  private JsonNode rates;
  private UUID proposal;
  private final ListAssignmentsQuery days = new ListAssignmentsQuery();
  private final ListAssignmentsQuery whole = new ListAssignmentsQuery();

  public static void main(String[] args) throws IOException {
    new Rest().run(new Scenario("expectRest"));
  }

  private void run(Scenario scenario) {
    scenario.step("me", input -> identity(admin));

    scenario.step("a base URL with the path of the API", input ->
        identity(new RestClient(Scenario.env("WORKPLAN_URL") + input.get("path").textValue(), Scenario.env("WORKPLAN_KEY"))));

    scenario.step("page through users", input -> {
      List<User> users = admin.users().all(new ListUsersQuery().limit(input.get("limit").intValue())).toList();
      return Map.of(
          "users", users.size(),
          "ids", users.stream().map(User::getId).distinct().count(),
          "names", List.of(users.get(0).getName(), users.get(users.size() - 1).getName()));
    });

    scenario.step("find a user by e-mail address", input -> {
      User found = admin.findUserByEmail(input.get("email").textValue()).orElseThrow();
      Map<String, Object> outcome = new HashMap<>();
      outcome.put("name", found.getName());
      outcome.put("email", found.getEmail());
      outcome.put("unknown", admin.findUserByEmail(input.get("unknown").textValue()).map(User::getName).orElse(null));
      return outcome;
    });

    scenario.step("create a client", input -> {
      Client created = admin.clients().createClient(new ClientInput()
          .companyName(input.get("companyName").textValue())
          .email(input.get("email").textValue())
          .website(input.get("website").textValue())
          .countryCode(input.get("countryCode").textValue())
          .categories(Scenario.texts(input.get("categories"))));
      client = created.getId();
      return created;
    });

    scenario.step("patch a client with a null", input -> admin.clients().updateClient(client, new ClientPatch()
        .website(input.get("website").textValue())
        .clientPriority(ClientPriority.fromValue(input.get("clientPriority").textValue()))));

    scenario.step("upsert 500 rows", input -> {
      worker = admin.findUserByEmail(Scenario.WORKER_EMAIL).orElseThrow().getId();
      project = admin.projects().all().filter(p -> p.getName().equals(Scenario.PROJECT)).findFirst().orElseThrow().getId();
      capability = admin.capabilities().all().filter(c -> c.getName().equals(Scenario.CAPABILITY)).findFirst().orElseThrow().getId();
      batch = new AssignmentBatchInput();
      LocalDate firstDate = LocalDate.parse(input.get("firstDate").textValue());
      IntStream.range(0, input.get("rows").intValue()).forEach(i -> batch.addItemsItem(planned(i, firstDate, i % 16 / 2.0)));
      List<Assignment> rows = admin.assignments().upsertAssignments(batch);
      rowIds = rows.stream().map(Assignment::getId).toList();
      return sums(rows);
    });

    scenario.step("upsert them again", input -> {
      List<Assignment> rows = admin.assignments().upsertAssignments(batch);
      return Map.of("rows", rows.size(), "sameIds", rows.stream().map(Assignment::getId).toList().equals(rowIds));
    });

    scenario.step("read them back", input -> {
      List<Assignment> rows = admin.assignments().all(new ListAssignmentsQuery()
          .userId(worker)
          .startDate(LocalDate.parse(input.get("from").textValue()))
          .endDate(LocalDate.parse(input.get("to").textValue()))
          .limit(input.get("limit").intValue())).toList();
      Assignment first = rows.get(0);
      Map<String, Object> outcome = sums(rows);
      outcome.put("first", Map.of("date", first.getDate().toString(), "hours", first.getHours(), "capability", first.getCapabilityId() != null));
      return outcome;
    });

    scenario.step("replace a window", input -> {
      LocalDate firstDate = LocalDate.parse(input.get("firstDate").textValue());
      window = new AssignmentWindowInput()
          .userId(worker)
          .projectId(project)
          .startDate(LocalDate.parse(input.get("startDate").textValue()))
          .endDate(LocalDate.parse(input.get("endDate").textValue()));
      IntStream.range(0, input.get("rows").intValue()).forEach(i -> window.addItemsItem(
          planned(i, firstDate, input.get("hours").doubleValue()).tentative(true)));
      return counts(admin.assignments().replaceAssignmentsWindow(window));
    });

    scenario.step("replace it again", input -> counts(admin.assignments().replaceAssignmentsWindow(window)));

    scenario.step("move a plan", input -> {
      AssignmentChanges done = admin.assignments().copyAssignments(new AssignmentCopyInput()
          .source(new AssignmentSourceInput()
              .userId(worker)
              .startDate(LocalDate.parse(input.get("startDate").textValue()))
              .endDate(LocalDate.parse(input.get("endDate").textValue())))
          .target(new AssignmentTargetInput().startDate(LocalDate.parse(input.get("target").textValue())))
          .onExisting(OnExisting.REPLACE)
          .move(true));
      Map<String, Object> outcome = counts(done);
      outcome.put("dates", done.getItems().stream().map(row -> row.getDate().toString()).toList());
      return outcome;
    });

    scenario.step("confirm a plan", input -> {
      Confirmation done = admin.assignments().confirmAssignments(new ConfirmationWindowInput()
          .userId(worker)
          .startDate(LocalDate.parse(input.get("startDate").textValue()))
          .endDate(LocalDate.parse(input.get("endDate").textValue())));
      int left = admin.assignments().listAssignments(new ListAssignmentsQuery().userId(worker).tentative(true)).items().size();
      return Map.of("confirmed", done.getConfirmed(), "refused", done.getRefused(), "tentative", left);
    });

    scenario.step("fill a placeholder", input -> {
      LocalDate date = LocalDate.parse(input.get("date").textValue());
      UUID placeholder = admin.users().createUser(new UserInput()
          .kind(UserKind.PLACEHOLDER)
          .name(input.get("name").textValue())).getId();
      admin.assignments().upsertAssignments(new AssignmentBatchInput().addItemsItem(new AssignmentInput()
          .userId(placeholder)
          .projectId(project)
          .date(date)
          .hours(input.get("hours").doubleValue())));
      Candidates found = admin.capacity().listCandidates(placeholder, date, date, new ListCandidatesQuery().limit(200));
      FilledPlaceholder filled = admin.assignments().fillPlaceholder(placeholder, new FillingInput().userId(worker));
      return Map.of("hours", found.getHours(), "candidate", found.getItems().stream().anyMatch(one -> one.getId().equals(worker)),
          "moved", filled.getMoved(), "merged", filled.getMerged(), "after", filled.getItems().get(0).getHours());
    });

    scenario.step("delete a plan", input -> {
      DeletedRows row = admin.assignments().deleteAssignmentRows(new HoursKeysInput().addItemsItem(new HoursKeyInput()
          .userId(worker)
          .projectId(project)
          .date(LocalDate.parse(input.get("date").textValue()))));
      DeletedRows all = admin.assignments().deleteAssignments(
          LocalDate.parse(input.get("startDate").textValue()),
          LocalDate.parse(input.get("endDate").textValue()),
          new DeleteAssignmentsQuery().userId(worker));
      return Map.of("row", row.getDeleted(), "window", all.getDeleted());
    });

    scenario.step("submit actual hours", input -> {
      List<ActualHoursRow> rows = admin.actualHours().upsertActualHours(new ActualHoursBatchInput().addItemsItem(new ActualHoursRowInput()
          .userId(worker)
          .projectId(project)
          .date(LocalDate.parse(input.get("date").textValue()))
          .hours(input.get("hours").doubleValue()))).getItems();
      Map<String, Object> outcome = new HashMap<>();
      outcome.put("rows", rows.size());
      outcome.put("hours", rows.get(0).getHours());
      outcome.put("capabilityId", rows.get(0).getCapabilityId());
      return outcome;
    });

    scenario.step("ask for time off", input -> {
      UUID vacation = member.timeOffTypes().all().filter(t -> t.getName().equals(Scenario.VACATION)).findFirst().orElseThrow().getId();
      TimeOff asked = member.timeOff().createTimeOff(new TimeOffInput()
          .userId(worker)
          .timeOffTypeId(vacation)
          .startDate(LocalDate.parse(input.get("startDate").textValue()))
          .endDate(LocalDate.parse(input.get("endDate").textValue()))
          .availability(input.get("availability").doubleValue())
          .reason(input.get("reason").textValue()));
      timeOff = asked.getId();
      return asked;
    });

    scenario.step("approve time off", input -> {
      admin.timeOff().approveTimeOff(timeOff);
      List<TimeOff> approved = admin.timeOff().listTimeOff(new ListTimeOffQuery().userId(worker).status(TimeOffStatus.APPROVED)).items();
      TimeOff request = approved.get(0);
      UUID approver = admin.me().getMe().getActorUserId();
      return Map.of(
          "requests", approved.size(),
          "status", request.getStatus(),
          "decided", approver.equals(request.getDecidedById()) && request.getDecidedAt() != null);
    });

    scenario.step("get single records", input -> {
      Project found = admin.projects().getProject(project, new GetProjectQuery().expand(List.of("client")));
      return Map.of(
          "user", admin.users().getUser(worker).getName(),
          "client", admin.clients().getClient(client).getCompanyName(),
          "project", found.getName(),
          "projectClient", found.getClient().getCompanyName(),
          "timeOff", admin.timeOff().getTimeOff(timeOff).getStatus());
    });

    scenario.step("get records that do not exist", input -> {
      UUID id = UUID.fromString(input.get("id").textValue());
      return Map.of("codes", List.of(
          Scenario.failureOf(() -> admin.users().getUser(id)).code(),
          Scenario.failureOf(() -> admin.clients().getClient(id)).code(),
          Scenario.failureOf(() -> admin.projects().getProject(id)).code(),
          Scenario.failureOf(() -> admin.timeOff().getTimeOff(id)).code()));
    });

    scenario.refused("a bad field", input -> create(admin, input));

    scenario.refused("150 bad items", input -> {
      AssignmentBatchInput bad = new AssignmentBatchInput();
      LocalDate firstDate = LocalDate.parse(input.get("firstDate").textValue());
      IntStream.range(0, input.get("rows").intValue()).forEach(i -> bad.addItemsItem(planned(i, firstDate, input.get("hours").doubleValue())));
      return admin.assignments().upsertAssignments(bad);
    });

    scenario.refused("a missing scope", input -> create(reader, input));
    scenario.refused("a missing permission", input -> create(member, input));

    scenario.refused("patch a record that does not exist", input -> admin.clients().updateClient(UUID.fromString(input.get("id").textValue()), priority(input)));

    scenario.refused("an old version", input -> admin.clients().updateClient(client, priority(input), input.get("version").longValue()));

    scenario.refused("a wrong key", input -> new RestClient(Scenario.env("WORKPLAN_URL"), input.get("key").textValue()).me().getMe());

    scenario.step("a busy server", input -> identity(new RestClient(Scenario.env("WORKPLAN_BUSY_URL"), Scenario.env("WORKPLAN_KEY"))));

    scenario.step("a lost response", input -> create(new RestClient(Scenario.env("WORKPLAN_LOSSY_URL"), Scenario.env("WORKPLAN_KEY")), input));

    scenario.step("a lost response of a change", input -> new RestClient(Scenario.env("WORKPLAN_LOSSY_URL"), Scenario.env("WORKPLAN_KEY"))
        .clients().updateClient(client, priority(input), input.get("version").longValue()));

    scenario.refused("a dead server", input -> identity(withOneTry("WORKPLAN_DEAD_URL")));
    scenario.refused("a wrong base address", input -> identity(withOneTry("WORKPLAN_STRANGER_URL")));
    scenario.refused("an incomplete body", input -> identity(withOneTry("WORKPLAN_BROKEN_URL")));

    scenario.step("follow the journal", input -> {
      head = admin.events().listEvents(new ListEventsQuery().after("head")).getHead();
      following = admin.follow(new ListEventsQuery()
          .after(Long.toString(head))
          .types(Scenario.texts(input.get("types"))));
      follower = following.iterator();
      Client created = create(admin, input);
      followed = follower.next();
      Map<String, Object> outcome = outcome(followed);
      outcome.put("later", followed.getSeq() > head);
      outcome.put("client", created.getId().equals(followed.getRecord().getId()));
      outcome.put("actor", admin.me().getMe().getActorUserId().equals(followed.getActorId()));
      return outcome;
    });

    scenario.step("follow the journal across a restart", input -> {
      Scenario.restartServer();
      Event event = follower.next();
      following.close();
      Map<String, Object> outcome = outcome(event);
      outcome.put("next", event.getSeq() == followed.getSeq() + 1);
      return outcome;
    });

    scenario.step("follow from a stored number", input -> {
      try (Stream<Event> events = admin.follow(new ListEventsQuery().after(Long.toString(head)))) {
        return Map.of("companyNames", events.limit(2).map(event -> outcome(event).get("companyName")).toList());
      }
    });

    scenario.step("cancel a follower", input ->
        Map.of("events", Scenario.countUntilInterrupt(admin.follow(new ListEventsQuery().after("head")), input.get("milliseconds").longValue())));

    scenario.refused("follow after a number ahead", input ->
        admin.follow(new ListEventsQuery().after(Long.toString(head + input.get("ahead").longValue()))).count());

    scenario.step("read the event of the 500 rows", input ->
        admin.events().listEvents(new ListEventsQuery().types(Scenario.texts(input.get("types")))).getItems().get(0));

    scenario.step("create a webhook", input -> {
      webhook = createWebhook(input);
      return fields(webhook);
    });

    scenario.step("patch a webhook", input -> fields(admin.webhooks().updateWebhook(webhook.getId(), new WebhookPatch()
        .url(URI.create(input.get("url").textValue()))
        .name(input.get("name").textValue())
        .cursor(input.get("cursor").longValue()), input.get("version").longValue())));

    scenario.step("pause a webhook", input -> fields(admin.webhooks().updateWebhook(webhook.getId(), new WebhookPatch()
        .state(WebhookState.fromValue(input.get("state").textValue())))));

    scenario.step("read webhooks", input -> {
      List<Webhook> webhooks = admin.webhooks().all().toList();
      Map<String, Object> outcome = fields(admin.webhooks().getWebhook(webhook.getId()));
      outcome.put("webhooks", webhooks.size());
      outcome.put("listed", webhooks.get(0).getId().equals(webhook.getId()));
      return outcome;
    });

    scenario.step("read the attempts of a webhook", input -> {
      List<WebhookAttempt> attempts = admin.webhooks().allWebhookAttempts(webhook.getId(), new ListWebhookAttemptsQuery()
          .limit(input.get("limit").intValue())).toList();
      WebhookAttempt first = attempts.get(0);
      Map<String, Object> outcome = new HashMap<>();
      outcome.put("attempts", attempts.size());
      outcome.put("type", first.getType());
      outcome.put("outcome", first.getOutcome());
      outcome.put("seq", first.getSeq());
      outcome.put("status", first.getStatus());
      outcome.put("response", first.getResponse());
      return outcome;
    });

    scenario.step("rotate the secret of a webhook", input -> {
      Webhook rotated = admin.webhooks().rotateWebhookSecret(webhook.getId(), new WebhookRotationInput()
          .overlapSeconds(input.get("overlapSeconds").intValue()));
      Map<String, Object> outcome = fields(rotated);
      outcome.put("changed", !rotated.getSecret().equals(webhook.getSecret()));
      outcome.put("overlaps", rotated.getPreviousSecretExpiresAt() != null);
      return outcome;
    });

    scenario.refused("test a webhook", input -> admin.webhooks().testWebhook(webhook.getId()));

    scenario.step("redeliver an event", input -> fields(admin.webhooks().redeliverWebhook(webhook.getId(), new WebhookRedeliveryInput()
        .seq(followed.getSeq()))));

    scenario.refused("redeliver nothing", input -> admin.webhooks().redeliverWebhook(webhook.getId(), new WebhookRedeliveryInput()));

    scenario.refused("a webhook without TLS", this::createWebhook);
    scenario.refused("a webhook with an unknown type", this::createWebhook);

    scenario.refused("delete a webhook", input -> {
      admin.webhooks().deleteWebhook(webhook.getId());
      return admin.webhooks().getWebhook(webhook.getId());
    });

    scenario.step("upsert holidays", input -> {
      List<Holiday> holidays = upsertHolidays(input);
      return Map.of(
          "holidays", holidays.size(),
          "countryCodes", holidays.stream().map(Holiday::getCountryCode).toList(),
          "factors", holidays.stream().map(Holiday::getFactor).toList(),
          "versions", holidays.stream().map(Holiday::getVersion).toList());
    });

    scenario.refused("a bad holiday", this::upsertHolidays);

    scenario.step("list holidays", input -> {
      List<Holiday> holidays = admin.holidays().all(new ListHolidaysQuery()
          .year(input.get("year").intValue())
          .limit(input.get("limit").intValue())).toList();
      return Map.of(
          "dates", holidays.stream().map(Holiday::getDate).toList(),
          "names", holidays.stream().map(Holiday::getName).toList());
    });

    scenario.step("delete a holiday", input -> {
      ListHolidaysQuery query = new ListHolidaysQuery().countryCode(input.get("countryCode").textValue());
      Holiday holiday = admin.holidays().listHolidays(query).items().get(0);
      admin.holidays().deleteHoliday(holiday.getId(), holiday.getVersion());
      return Map.of("name", holiday.getName(), "holidays", admin.holidays().listHolidays(query).items().size());
    });

    scenario.step("get working patterns", input -> fields(admin.users().getWorkingPatterns(worker)));

    scenario.step("replace working patterns", input -> {
      patterns = input;
      return fields(replacePatterns());
    });

    scenario.refused("replace an old version of working patterns", input -> replacePatterns());

    scenario.step("get the capabilities of a user", input -> fields(admin.users().getUserCapabilities(worker)));

    scenario.step("replace the capabilities of a user", input -> {
      UserCapabilitiesInput wanted = new UserCapabilitiesInput().addItemsItem(new UserCapabilityInput()
          .capabilityId(capability)
          .level(input.get("level").intValue()));
      return fields(admin.users().replaceUserCapabilities(worker, wanted, input.get("version").longValue()));
    });

    scenario.step("find users by a capability", input -> {
      List<User> found = admin.users().listUsers(new ListUsersQuery()
          .capabilityId(List.of(capability))
          .minLevel(input.get("level").intValue())).items();
      return Map.of("users", found.size(), "name", found.get(0).getName());
    });

    scenario.step("colour a project", input -> {
      ProjectColor color = ProjectColor.fromValue(input.get("color").textValue());
      Map<String, Object> outcome = new HashMap<>();
      outcome.put("chosen", admin.projects().updateProject(project, new ProjectPatch().color(color)).getColor());
      outcome.put("cleared", admin.projects().updateProject(project, new ProjectPatch().color(null)).getColor());
      return outcome;
    });

    scenario.step("upsert a client by its external id", input -> {
      String externalId = input.get("externalId").textValue();
      ClientBatchInput batch = new ClientBatchInput()
          .match(input.get("match").textValue())
          .addItemsItem(new ClientInput().companyName(input.get("companyName").textValue()).addExternalIdsItem(externalId));
      Client first = admin.clients().upsertClients(batch).get(0);
      Client second = admin.clients().upsertClients(batch).get(0);
      List<Client> found = admin.clients().listClients(new ListClientsQuery().externalId(externalId)).items();
      return Map.of(
          "found", found.stream().map(Client::getCompanyName).toList(),
          "sameId", first.getId().equals(second.getId()));
    });

    scenario.step("save a view", input -> {
      ViewInput view = new ViewInput()
          .name(input.get("name").textValue())
          .query(input.get("query").textValue());
      admin.me().replaceViews(new ViewsInput().addItemsItem(view), input.get("version").longValue());
      Views saved = admin.me().getViews();
      View read = saved.getItems().get(0);
      return Map.of("name", read.getName(), "query", read.getQuery(), "version", saved.getVersion());
    });

    scenario.step("capacity by week and user", input -> fields(admin.capacity().getCapacity(
        LocalDate.parse(input.get("startDate").textValue()),
        LocalDate.parse(input.get("endDate").textValue()),
        new GetCapacityQuery().userId(worker).bucket(CapacityBucket.WEEK).groupBy(CapacityGroup.USER))));

    scenario.step("capacity by month and project", input -> fields(admin.capacity().getCapacity(
        LocalDate.parse(input.get("startDate").textValue()),
        LocalDate.parse(input.get("endDate").textValue()),
        new GetCapacityQuery().projectId(project).bucket(CapacityBucket.MONTH).groupBy(CapacityGroup.PROJECT))));

    scenario.refused("capacity of two years", input -> admin.capacity().getCapacity(
        LocalDate.parse(input.get("startDate").textValue()),
        LocalDate.parse(input.get("endDate").textValue())));

    scenario.step("find free hours", input -> {
      List<CapacityGap> users = admin.capacity().listCapacityGaps(
          input.get("hours").doubleValue(),
          LocalDate.parse(input.get("startDate").textValue()),
          LocalDate.parse(input.get("endDate").textValue()),
          new ListCapacityGapsQuery().capabilityId(capability)).getItems();
      CapacityGap first = users.get(0);
      return Map.of("users", users.size(), "name", first.getName(), "reachedOn", first.getReachedOn(), "free", first.getFree());
    });

    scenario.step("upsert the capabilities of users", input -> {
      UserCapabilities written = admin.users().upsertUserCapabilities(new UserCapabilitiesBatchInput().addItemsItem(new CapabilitiesOfUserInput()
          .userId(worker)
          .addItemsItem(new UserCapabilityInput().capabilityId(capability).level(input.get("level").intValue())))).get(0);
      UserCapabilities listed = admin.users().allUserCapabilities().filter(user -> user.getId().equals(worker)).findFirst().orElseThrow();
      Map<String, Object> outcome = new HashMap<>(fields(written));
      outcome.put("listed", fields(listed).get("levels"));
      return outcome;
    });

    scenario.step("list users with their capabilities", input -> {
      List<User> found = admin.users().listUsers(new ListUsersQuery()
          .capabilityId(List.of(capability))
          .include(List.of("capabilities"))).items();
      User first = found.get(0);
      return Map.of("users", found.size(), "name", first.getName(),
          "levels", first.getCapabilities().stream().map(UserCapability::getLevel).toList());
    });

    scenario.step("upsert working patterns", input -> {
      PatternsOfUserInput wanted = new PatternsOfUserInput().userId(worker);
      for (JsonNode item : input.get("items")) {
        wanted.addItemsItem(new WorkingPatternInput()
            .validFrom(LocalDate.parse(item.get("validFrom").textValue()))
            .hours(Scenario.numbers(item.get("hours"))));
      }
      WorkingPatterns written = admin.users().upsertWorkingPatterns(new WorkingPatternsBatchInput().addItemsItem(wanted)).get(0);
      WorkingPatterns listed = admin.users().allWorkingPatterns().filter(user -> user.getId().equals(worker)).findFirst().orElseThrow();
      Map<String, Object> outcome = new HashMap<>(fields(written));
      outcome.put("listed", listed.getItems().size());
      return outcome;
    });

    scenario.step("upsert time off", input -> {
      UUID vacation = admin.timeOffTypes().all().filter(t -> t.getName().equals(Scenario.VACATION)).findFirst().orElseThrow().getId();
      for (JsonNode item : input.get("items")) {
        leave.add(new TimeOffInput()
            .userId(worker)
            .timeOffTypeId(vacation)
            .startDate(LocalDate.parse(item.get("startDate").textValue()))
            .endDate(LocalDate.parse(item.get("endDate").textValue()))
            .availability(0.0)
            .reason(input.get("reason").textValue())
            .externalIds(List.of(item.get("externalId").textValue())));
      }
      match = input.get("match").textValue();
      upserted = client(metas).upsertTimeOff(new TimeOffBatchInput().match(match).items(leave), SUMMARY);
      return counts(metas);
    });

    scenario.step("delete time off in an upsert", input -> {
      TimeOff second = upserted.get(1);
      client(metas).upsertTimeOff(new TimeOffBatchInput().match(match).addItemsItem(leave.get(0)).deleted(List.of(second.getId())), SUMMARY);
      int left = admin.timeOff().listTimeOff(new ListTimeOffQuery().externalId(second.getExternalIds().get(0))).items().size();
      Map<String, Object> outcome = counts(metas);
      outcome.put("left", left);
      return outcome;
    });

    scenario.step("keep what only a new request has", input -> {
      UUID other = admin.findUserByEmail(input.get("email").textValue()).orElseThrow().getId();
      TimeOff kept = client(metas).upsertTimeOff(new TimeOffBatchInput()
          .match(match)
          .addItemsItem(leave.get(0).userId(other))
          .createOnly(TimeOffBatchInput.CreateOnlyEnum.KEEP)).get(0);
      WriteMeta meta = metas.get(metas.size() - 1);
      WriteWarning first = meta.getWarnings().get(0);
      return Map.of(
          "kept", kept.getUserId().equals(worker),
          "warnings", meta.getWarningCount(),
          "warning", first.getCode(),
          "field", first.getField());
    });

    scenario.step("change the currency", input -> {
      String before = admin.rates().getPricing().getCurrency();
      admin.rates().updatePricing(new PricingPatch().currency(input.get("currency").textValue()));
      Pricing after = admin.rates().getPricing();
      return Map.of("before", before, "currency", after.getCurrency(), "version", after.getVersion());
    });

    scenario.step("create a project billed by the hour", input -> {
      Project created = admin.projects().createProject(new ProjectInput()
          .name(input.get("name").textValue())
          .clientId(client)
          .startDate(LocalDate.parse(input.get("startDate").textValue()))
          .endDate(LocalDate.parse(input.get("endDate").textValue()))
          .status(ProjectStatus.fromValue(input.get("status").textValue()))
          .billingType(BillingType.fromValue(input.get("billingType").textValue())));
      billed = created.getId();
      return created;
    });

    scenario.step("replace the rates of the organization", input -> {
      rates = input;
      return fields(replaceRates());
    });

    scenario.refused("replace an old version of rates", input -> replaceRates());

    scenario.refused("a rate with seven decimals", input -> {
      rates = input;
      return replaceRates();
    });

    scenario.step("replace the rates of a user", input -> fields(admin.rates().replaceUserRates(worker, ratesOf(input))));

    scenario.step("replace the rates of a project", input -> {
      admin.rates().replaceProjectRates(billed, ratesOf(input));
      return fields(admin.rates().getProjectRates(billed));
    });

    scenario.step("resolve a rate", input -> {
      LocalDate date = LocalDate.parse(input.get("date").textValue());
      ResolvedRate bill = admin.rates().resolveRate(worker, billed, date);
      ResolvedRate cost = admin.rates().resolveRate(worker, billed, date, new ResolveRateQuery().kind(RateKind.COST));
      return Map.of(
          "kind", bill.getKind(),
          "amount", bill.getAmount(),
          "currency", bill.getCurrency(),
          "level", bill.getLevel(),
          "from", bill.getFrom(),
          "considered", bill.getConsidered().stream().map(ConsideredRate::getLevel).toList(),
          "cost", cost.getAmount());
    });

    scenario.step("replace a budget", input -> {
      BudgetInput wanted = new BudgetInput();
      for (JsonNode percent : input.get("alertAt")) {
        wanted.addAlertAtItem(percent.intValue());
      }
      for (JsonNode item : input.get("items")) {
        wanted.addItemsItem(new BudgetItemInput()
            .validFrom(day(item, "validFrom"))
            .hours(item.get("hours").doubleValue())
            .amount(number(item, "amount"))
            .period(BudgetPeriod.fromValue(item.get("period").textValue())));
      }
      admin.money().replaceProjectBudget(billed, wanted);
      return admin.money().getProjectBudget(billed);
    });

    scenario.step("money by month and project", input -> {
      AssignmentBatchInput planned = new AssignmentBatchInput();
      for (JsonNode row : input.get("planned")) {
        planned.addItemsItem(new AssignmentInput()
            .userId(worker)
            .projectId(billed)
            .capabilityId(row.has("capability") ? capability : null)
            .date(LocalDate.parse(row.get("date").textValue()))
            .hours(row.get("hours").doubleValue()));
      }
      admin.assignments().upsertAssignments(planned);
      ActualHoursBatchInput actual = new ActualHoursBatchInput();
      for (JsonNode row : input.get("actual")) {
        actual.addItemsItem(new ActualHoursRowInput()
            .userId(worker)
            .projectId(billed)
            .capabilityId(row.has("capability") ? capability : null)
            .date(LocalDate.parse(row.get("date").textValue()))
            .hours(row.get("hours").doubleValue()));
      }
      admin.actualHours().upsertActualHours(actual);
      Money money = admin.money().getMoney(
          LocalDate.parse(input.get("startDate").textValue()),
          LocalDate.parse(input.get("endDate").textValue()),
          new GetMoneyQuery().bucket(MoneyBucket.MONTH).groupBy(MoneyGroup.PROJECT).budget(true));
      return Map.of(
          "buckets", money.getBuckets(),
          "series", money.getSeries(),
          "items", money.getItems().stream().map(Rest::fields).toList(),
          "totals", money.getTotals().stream().map(MoneyTotal::getCurrency).toList());
    });

    scenario.refused("money for a member", input -> member.money().getMoney(
        LocalDate.parse(input.get("startDate").textValue()),
        LocalDate.parse(input.get("endDate").textValue())));

    scenario.step("the lines of money", input -> {
      LocalDate startDate = LocalDate.parse(input.get("startDate").textValue());
      LocalDate endDate = LocalDate.parse(input.get("endDate").textValue());
      List<MoneyLine> lines = admin.money().allMoneyLines(startDate, endDate, new ListMoneyLinesQuery()
          .limit(input.get("limit").intValue())).toList();
      try (Stream<MoneyLine> rows = admin.money().wholeMoneyLines(startDate, endDate).rows()) {
        return Map.of("lines", lines.stream().map(Rest::fields).toList(), "whole", rows.count());
      }
    });

    scenario.step("make a proposal", input -> {
      List<UUID> reviewers = List.of(admin.findUserByEmail(input.get("reviewer").textValue()).orElseThrow().getId());
      Proposal made = member.proposals().createProposal(new ProposalInput()
          .title(input.get("title").textValue())
          .note(input.get("note").textValue())
          .reviewerIds(reviewers));
      proposal = made.getId();
      Map<String, Object> outcome = fields(made);
      outcome.put("reviewer", made.getReviewerIds().equals(reviewers));
      return outcome;
    });

    scenario.step("wish planned hours", input -> {
      planDays(input.get("planned"));
      AssignmentBatchInput wished = new AssignmentBatchInput().items(onDays(input.get("wished")));
      return sums(member.assignments().upsertAssignments(wished, new UpsertAssignmentsQuery().proposal(proposal)));
    });

    scenario.step("wish a window", input -> {
      Map<String, Object> outcome = counts(member.assignments().replaceAssignmentsWindow(new AssignmentWindowInput()
          .userId(worker)
          .projectId(project)
          .startDate(LocalDate.parse(input.get("startDate").textValue()))
          .endDate(LocalDate.parse(input.get("endDate").textValue()))
          .items(onDays(input.get("items"))), new ReplaceAssignmentsWindowQuery().proposal(proposal)));
      outcome.put("wishes", member.proposals().getProposal(proposal).getRows());
      return outcome;
    });

    scenario.step("read the plan of a proposal", input -> {
      days.userId(worker)
          .startDate(LocalDate.parse(input.get("startDate").textValue()))
          .endDate(LocalDate.parse(input.get("endDate").textValue()))
          .limit(input.get("limit").intValue());
      List<Object> live = readDays();
      days.proposal(proposal);
      List<Object> proposed = readDays();
      days.proposal(null);
      return Map.of("live", live, "proposed", proposed);
    });

    scenario.step("capacity of a proposal", input -> {
      LocalDate startDate = LocalDate.parse(input.get("startDate").textValue());
      LocalDate endDate = LocalDate.parse(input.get("endDate").textValue());
      GetCapacityQuery query = new GetCapacityQuery().userId(worker).bucket(CapacityBucket.MONTH).groupBy(CapacityGroup.USER);
      Capacity found = admin.capacity().getCapacity(startDate, endDate, query.proposal(proposal).compare(PlanComparison.LIVE));
      List<List<Double>> values = found.getItems().get(0).getValues();
      return Map.of(
          "live", values.get(found.getSeries().indexOf("livePlanned")),
          "proposed", values.get(found.getSeries().indexOf("planned")));
    });

    scenario.step("the difference of a proposal", input -> Map.of("rows", admin.proposals()
        .allProposalDifferences(proposal, new DiffProposalQuery().limit(input.get("limit").intValue()))
        .map(Rest::fields).toList()));

    scenario.step("the impact of a proposal", input -> {
      ProposalImpact impact = admin.proposals().getProposalImpact(proposal);
      return Map.of(
          "startDate", impact.getStartDate(),
          "endDate", impact.getEndDate(),
          "weeks", impact.getItems().stream().map(week -> Map.of(
              "name", week.getName(),
              "startDate", week.getStartDate(),
              "before", week.getBefore(),
              "after", week.getAfter())).toList(),
          "unfilled", impact.getUnfilled(),
          "money", impact.getMoney(),
          "hidden", member.proposals().getProposalImpact(proposal).getMoney() == null);
    });

    scenario.step("have a proposal approved", input -> {
      Proposal submitted = member.proposals().submitProposal(proposal);
      Proposal approved = manager.proposals().approveProposal(proposal);
      UUID approver = manager.me().getMe().getActorUserId();
      return Map.of(
          "submitted", submitted.getStatus(),
          "status", approved.getStatus(),
          "rows", approved.getRows(),
          "decided", approver.equals(approved.getDecidedById()) && approved.getDecidedAt() != null);
    });

    scenario.refused("apply without the scope", input -> reader.proposals().applyProposal(proposal, new ProposalApplicationInput()));

    scenario.refused("apply in conflict", input -> {
      planDays(Scenario.JSON.createArrayNode().add(input));
      return manager.proposals().applyProposal(proposal, new ProposalApplicationInput());
    });

    scenario.step("apply a proposal", input -> {
      ProposalApplicationInput application = new ProposalApplicationInput()
          .onConflict(OnConflict.fromValue(input.get("onConflict").textValue()));
      Proposal applied = manager.proposals().applyProposal(proposal, application);
      Proposal again = manager.proposals().applyProposal(proposal, application);
      return Map.of(
          "status", applied.getStatus(),
          "counts", applied.getOutcome(),
          "same", applied.equals(again),
          "live", readDays());
    });

    scenario.step("revert a proposal", input -> {
      Proposal draft = manager.proposals().revertProposal(proposal);
      Map<String, Object> outcome = fields(draft);
      outcome.put("reverts", proposal.equals(draft.getRevertsId()));
      proposal = draft.getId();
      List<ProposalDifference> rows = manager.proposals().diffProposal(proposal).items();
      outcome.put("after", rows.stream().map(row -> hours(row.getAfter())).toList());
      outcome.put("drafts", manager.proposals().all(new ListProposalsQuery().status(ProposalStatus.DRAFT)).count());
      return outcome;
    });

    scenario.refused("delete a proposal", input -> {
      manager.proposals().deleteProposal(proposal);
      return manager.proposals().getProposal(proposal);
    });

    scenario.step("read a whole list", input -> {
      whole.userId(worker)
          .startDate(LocalDate.parse(input.get("from").textValue()))
          .endDate(LocalDate.parse(input.get("to").textValue()));
      WholeList<Assignment> list = admin.assignments().whole(whole);
      Map<String, Object> outcome;
      try (Stream<Assignment> rows = list.rows()) {
        outcome = sums(rows.toList());
      }
      outcome.put("seq", isLatest(list));
      return outcome;
    });

    scenario.step("save a whole list", input -> {
      Path folder = Files.createTempDirectory("whole");
      Path csv = folder.resolve("rows.csv");
      Path parquet = folder.resolve("rows.parquet");
      WholeList<Assignment> list = admin.assignments().whole(whole);
      list.save(csv, Format.CSV);
      list.save(parquet, Format.PARQUET);
      String table = Files.readString(parquet, StandardCharsets.ISO_8859_1);
      int lines = Files.readAllLines(csv).size();
      return Map.of(
          "lines", lines,
          "parquet", List.of(table.substring(0, 4), table.substring(table.length() - 4)),
          "files", deleted(folder),
          "seq", isLatest(list));
    });

    scenario.step("a whole list that is cut off", input -> {
      Path folder = Files.createTempDirectory("whole");
      WholeList<Assignment> list = new RestClient(Scenario.env("WORKPLAN_CUT_URL"), Scenario.env("WORKPLAN_KEY")).assignments().whole(whole);
      List<Assignment> read = new ArrayList<>();
      List<String> codes = List.of(
          Scenario.failureOf(() -> {
            list.rows().forEach(read::add);
            return null;
          }).code(),
          Scenario.failureOf(() -> {
            list.save(folder.resolve("rows.csv"), Format.CSV);
            return null;
          }).code(),
          Scenario.failureOf(() -> {
            list.save(folder.resolve("rows.parquet"), Format.PARQUET);
            return null;
          }).code());
      return Map.of("codes", codes, "some", !read.isEmpty(), "files", deleted(folder));
    });

    scenario.refused("a page of a whole list", input ->
        admin.users().whole(new ListUsersQuery().limit(input.get("limit").intValue())).rows().count());
  }

  /** The time off of a client that keeps the meta of its responses. */
  private TimeOffApi client(List<WriteMeta> metas) {
    return admin.withMeta(metas::add).timeOff();
  }

  /** The counts of the latest response. */
  private static Map<String, Object> counts(List<WriteMeta> metas) {
    WriteSummary summary = metas.get(metas.size() - 1).getSummary();
    Map<String, Object> counts = new HashMap<>();
    counts.put("created", summary.getCreated());
    counts.put("updated", summary.getUpdated());
    counts.put("unchanged", summary.getUnchanged());
    counts.put("deleted", summary.getDeleted());
    return counts;
  }

  private boolean isLatest(WholeList<?> list) {
    return list.seq().getAsLong() == admin.events().listEvents(new ListEventsQuery().after("head")).getHead();
  }

  /** Deletes a folder, and returns the number of its files. */
  private static int deleted(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(folder);
    return files.size();
  }

  private static RestClient withOneTry(String address) {
    return new RestClient(Scenario.env(address), Scenario.env("WORKPLAN_KEY"), Scenario.ONE_TRY);
  }

  private static Map<String, Object> identity(RestClient workplan) {
    KeyIdentity me = workplan.me().getMe();
    return Map.of("keyName", me.getKeyName(), "scopes", me.getScopes().size());
  }

  private static Client create(RestClient workplan, JsonNode input) {
    return workplan.clients().createClient(new ClientInput().companyName(input.get("companyName").textValue()));
  }

  private Webhook createWebhook(JsonNode input) {
    return admin.webhooks().createWebhook(new WebhookInput()
        .url(URI.create(input.get("url").textValue()))
        .types(Scenario.texts(input.get("types")))
        .name(input.path("name").textValue()));
  }

  private List<Holiday> upsertHolidays(JsonNode input) {
    HolidayBatchInput holidays = new HolidayBatchInput();
    for (JsonNode item : input.get("items")) {
      holidays.addItemsItem(new HolidayInput()
          .countryCode(item.get("countryCode").textValue())
          .date(LocalDate.parse(item.get("date").textValue()))
          .name(item.get("name").textValue())
          .factor(item.has("factor") ? item.get("factor").doubleValue() : null));
    }
    return admin.holidays().upsertHolidays(holidays);
  }

  private WorkingPatterns replacePatterns() {
    WorkingPatternsInput wanted = new WorkingPatternsInput();
    for (JsonNode item : patterns.get("items")) {
      wanted.addItemsItem(new WorkingPatternInput()
          .validFrom(LocalDate.parse(item.get("validFrom").textValue()))
          .hours(Scenario.numbers(item.get("hours"))));
    }
    return admin.users().replaceWorkingPatterns(worker, wanted, patterns.get("version").longValue());
  }

  private Rates replaceRates() {
    return admin.rates().replaceOrganizationRates(ratesOf(rates), rates.get("version").longValue());
  }

  private RatesInput ratesOf(JsonNode input) {
    RatesInput wanted = new RatesInput();
    for (JsonNode item : input.get("items")) {
      wanted.addItemsItem(new RateInput()
          .kind(RateKind.fromValue(item.get("kind").textValue()))
          .validFrom(day(item, "validFrom"))
          .amount(number(item, "amount"))
          .currency(item.path("currency").textValue())
          .userId(item.has("user") ? worker : null)
          .capabilityId(item.has("capability") ? capability : null));
    }
    return wanted;
  }

  /** A day of the input, or null if there is none. */
  private static LocalDate day(JsonNode input, String name) {
    return input.hasNonNull(name) ? LocalDate.parse(input.get(name).textValue()) : null;
  }

  /** A number of the input, or null if there is none. */
  private static Double number(JsonNode input, String name) {
    return input.hasNonNull(name) ? input.get(name).doubleValue() : null;
  }

  private static Map<String, Object> fields(WorkingPatterns patterns) {
    return Map.of(
        "patterns", patterns.getItems().size(),
        "validFrom", patterns.getItems().stream().map(WorkingPattern::getValidFrom).toList(),
        "hours", patterns.getItems().stream().map(WorkingPattern::getHours).toList(),
        "version", patterns.getVersion(),
        "updated", patterns.getUpdatedAt() != null);
  }

  private static Map<String, Object> fields(UserCapabilities skills) {
    return Map.of(
        "capabilities", skills.getItems().size(),
        "levels", skills.getItems().stream().map(UserCapability::getLevel).toList(),
        "version", skills.getVersion(),
        "updated", skills.getUpdatedAt() != null);
  }

  private static Map<String, Object> fields(Capacity capacity) {
    CapacityItem first = capacity.getItems().get(0);
    return Map.of(
        "items", capacity.getItems().size(),
        "buckets", capacity.getBuckets(),
        "series", capacity.getSeries(),
        "name", first.getName(),
        "values", first.getValues(),
        "utilization", first.getUtilization());
  }

  private static Map<String, Object> fields(Rates rates) {
    return Map.of(
        "owner", rates.getOwner(),
        "version", rates.getVersion(),
        "items", rates.getItems().stream().map(Rest::fields).toList());
  }

  private static Map<String, Object> fields(Rate rate) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("kind", rate.getKind());
    fields.put("validFrom", rate.getValidFrom());
    fields.put("amount", rate.getAmount());
    fields.put("currency", rate.getCurrency());
    fields.put("user", rate.getUserId() != null);
    fields.put("capability", rate.getCapabilityId() != null);
    return fields;
  }

  private static Map<String, Object> fields(MoneyItem item) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("name", item.getName());
    fields.put("currency", item.getCurrency());
    fields.put("method", item.getMethod());
    fields.put("spentHours", item.getBudget() == null ? null : item.getBudget().getSpentHours());
    fields.put("values", item.getValues());
    return fields;
  }

  private static Map<String, Object> fields(MoneyLine line) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("date", line.getDate());
    fields.put("hours", line.getHours());
    fields.put("capability", line.getCapabilityId() != null);
    fields.put("rate", line.getRate());
    fields.put("rateLevel", line.getRateLevel());
    fields.put("amount", line.getAmount());
    fields.put("currency", line.getCurrency());
    fields.put("timesheetStatus", line.getTimesheetStatus());
    return fields;
  }

  private static Map<String, Object> fields(Proposal proposal) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("title", proposal.getTitle());
    fields.put("note", proposal.getNote());
    fields.put("visibility", proposal.getVisibility());
    fields.put("source", proposal.getSource());
    fields.put("status", proposal.getStatus());
    fields.put("rows", proposal.getRows());
    fields.put("expiresAt", proposal.getExpiresAt());
    fields.put("outcome", proposal.getOutcome());
    fields.put("revertsId", proposal.getRevertsId());
    fields.put("version", proposal.getVersion());
    return fields;
  }

  private static Map<String, Object> fields(ProposalDifference row) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("date", row.getKey().getDate());
    fields.put("before", hours(row.getBefore()));
    fields.put("after", hours(row.getAfter()));
    fields.put("base", hours(row.getBase()));
    fields.put("conflict", row.getConflict());
    return fields;
  }

  private static Double hours(HoursState state) {
    return state == null ? null : state.getHours();
  }

  private void planDays(JsonNode days) {
    admin.assignments().upsertAssignments(new AssignmentBatchInput().items(onDays(days)));
  }

  /** Rows of the user and the project. */
  private List<AssignmentInput> onDays(JsonNode days) {
    List<AssignmentInput> items = new ArrayList<>();
    for (JsonNode day : days) {
      items.add(new AssignmentInput()
          .userId(worker)
          .projectId(project)
          .date(LocalDate.parse(day.get("date").textValue()))
          .hours(day.get("hours").doubleValue()));
    }
    return items;
  }

  private List<Object> readDays() {
    return admin.assignments().all(days)
        .<Object>map(row -> Map.of("date", row.getDate(), "hours", row.getHours())).toList();
  }

  private static Map<String, Object> fields(Webhook webhook) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("url", webhook.getUrl());
    fields.put("types", webhook.getTypes());
    fields.put("name", webhook.getName());
    fields.put("state", webhook.getState());
    fields.put("cursor", webhook.getCursor());
    fields.put("secret", webhook.getSecret() != null && webhook.getSecret().startsWith(Scenario.SECRET_PREFIX));
    fields.put("failing", webhook.getLastError() != null);
    fields.put("version", webhook.getVersion());
    return fields;
  }

  private static ClientPatch priority(JsonNode input) {
    return new ClientPatch().clientPriority(ClientPriority.fromValue(input.get("clientPriority").textValue()));
  }

  private AssignmentInput planned(int i, LocalDate firstDate, double hours) {
    return new AssignmentInput()
        .userId(worker)
        .projectId(project)
        .capabilityId(i % 2 == 0 ? capability : null)
        .date(firstDate.plusDays(i / 2))
        .hours(hours);
  }

  private static Map<String, Object> counts(AssignmentChanges done) {
    Map<String, Object> counts = new HashMap<>();
    counts.put("created", done.getCreated());
    counts.put("updated", done.getUpdated());
    counts.put("unchanged", done.getUnchanged());
    counts.put("deleted", done.getDeleted());
    return counts;
  }

  private static Map<String, Object> sums(List<Assignment> rows) {
    Map<String, Object> sums = new HashMap<>();
    sums.put("rows", rows.size());
    sums.put("withCapability", rows.stream().filter(r -> r.getCapabilityId() != null).count());
    sums.put("hours", rows.stream().mapToDouble(Assignment::getHours).sum());
    return sums;
  }

  private static Map<String, Object> outcome(Event event) {
    Map<String, Object> outcome = new HashMap<>();
    outcome.put("type", event.getType());
    outcome.put("companyName", event.getAfter().get("companyName"));
    return outcome;
  }
}
