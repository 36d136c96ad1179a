import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.FieldMask;
import io.github.workplanapi.GrpcClient;
import io.github.workplanapi.Paging;
import io.github.workplanapi.v1.ActualHoursBatch;
import io.github.workplanapi.v1.ActualHoursRow;
import io.github.workplanapi.v1.ApplyProposalRequest;
import io.github.workplanapi.v1.ApproveProposalRequest;
import io.github.workplanapi.v1.ApproveTimeOffRequest;
import io.github.workplanapi.v1.Assignment;
import io.github.workplanapi.v1.AssignmentBatch;
import io.github.workplanapi.v1.AssignmentChanges;
import io.github.workplanapi.v1.AssignmentCopy;
import io.github.workplanapi.v1.AssignmentSource;
import io.github.workplanapi.v1.AssignmentTarget;
import io.github.workplanapi.v1.AssignmentWindow;
import io.github.workplanapi.v1.BillingType;
import io.github.workplanapi.v1.Budget;
import io.github.workplanapi.v1.BudgetItem;
import io.github.workplanapi.v1.BudgetPeriod;
import io.github.workplanapi.v1.Candidates;
import io.github.workplanapi.v1.CapabilitiesOfUser;
import io.github.workplanapi.v1.Capacity;
import io.github.workplanapi.v1.CapacityBucket;
import io.github.workplanapi.v1.CapacityGap;
import io.github.workplanapi.v1.CapacityGroup;
import io.github.workplanapi.v1.CapacityHours;
import io.github.workplanapi.v1.CapacityItem;
import io.github.workplanapi.v1.Client;
import io.github.workplanapi.v1.ClientBatch;
import io.github.workplanapi.v1.ClientPriority;
import io.github.workplanapi.v1.ConfirmAssignmentsRequest;
import io.github.workplanapi.v1.Confirmation;
import io.github.workplanapi.v1.ConfirmationWindow;
import io.github.workplanapi.v1.CopyAssignmentsRequest;
import io.github.workplanapi.v1.CreateClientRequest;
import io.github.workplanapi.v1.CreateProjectRequest;
import io.github.workplanapi.v1.CreateProposalRequest;
import io.github.workplanapi.v1.CreateTimeOffRequest;
import io.github.workplanapi.v1.CreateUserRequest;
import io.github.workplanapi.v1.CreateWebhookRequest;
import io.github.workplanapi.v1.DeleteAssignmentRowsRequest;
import io.github.workplanapi.v1.DeleteAssignmentsRequest;
import io.github.workplanapi.v1.DeleteHolidayRequest;
import io.github.workplanapi.v1.DeleteProposalRequest;
import io.github.workplanapi.v1.DeleteWebhookRequest;
import io.github.workplanapi.v1.DiffProposalRequest;
import io.github.workplanapi.v1.Event;
import io.github.workplanapi.v1.FillPlaceholderRequest;
import io.github.workplanapi.v1.FilledPlaceholder;
import io.github.workplanapi.v1.Filling;
import io.github.workplanapi.v1.GetCapacityRequest;
import io.github.workplanapi.v1.GetClientRequest;
import io.github.workplanapi.v1.GetMeRequest;
import io.github.workplanapi.v1.GetMoneyRequest;
import io.github.workplanapi.v1.GetPricingRequest;
import io.github.workplanapi.v1.GetProjectBudgetRequest;
import io.github.workplanapi.v1.GetProjectRatesRequest;
import io.github.workplanapi.v1.GetProjectRequest;
import io.github.workplanapi.v1.GetProposalImpactRequest;
import io.github.workplanapi.v1.GetProposalRequest;
import io.github.workplanapi.v1.GetTimeOffRequest;
import io.github.workplanapi.v1.GetUserCapabilitiesRequest;
import io.github.workplanapi.v1.GetUserRequest;
import io.github.workplanapi.v1.GetViewsRequest;
import io.github.workplanapi.v1.GetWebhookRequest;
import io.github.workplanapi.v1.GetWorkingPatternsRequest;
import io.github.workplanapi.v1.Holiday;
import io.github.workplanapi.v1.HolidayBatch;
import io.github.workplanapi.v1.HoursKey;
import io.github.workplanapi.v1.HoursKeys;
import io.github.workplanapi.v1.KeyIdentity;
import io.github.workplanapi.v1.ListAssignmentsRequest;
import io.github.workplanapi.v1.ListCandidatesRequest;
import io.github.workplanapi.v1.ListCapabilitiesRequest;
import io.github.workplanapi.v1.ListCapacityGapsRequest;
import io.github.workplanapi.v1.ListClientsRequest;
import io.github.workplanapi.v1.ListEventsRequest;
import io.github.workplanapi.v1.ListHolidaysRequest;
import io.github.workplanapi.v1.ListMoneyLinesRequest;
import io.github.workplanapi.v1.ListProjectsRequest;
import io.github.workplanapi.v1.ListProposalsRequest;
import io.github.workplanapi.v1.ListTimeOffRequest;
import io.github.workplanapi.v1.ListTimeOffTypesRequest;
import io.github.workplanapi.v1.ListUserCapabilitiesRequest;
import io.github.workplanapi.v1.ListUsersRequest;
import io.github.workplanapi.v1.ListWebhookAttemptsRequest;
import io.github.workplanapi.v1.ListWebhooksRequest;
import io.github.workplanapi.v1.ListWorkingPatternsRequest;
import io.github.workplanapi.v1.Money;
import io.github.workplanapi.v1.MoneyBucket;
import io.github.workplanapi.v1.MoneyGroup;
import io.github.workplanapi.v1.MoneyItem;
import io.github.workplanapi.v1.MoneyLine;
import io.github.workplanapi.v1.MoneyTotal;
import io.github.workplanapi.v1.MoneyValues;
import io.github.workplanapi.v1.OnConflict;
import io.github.workplanapi.v1.OnExisting;
import io.github.workplanapi.v1.PatternsOfUser;
import io.github.workplanapi.v1.Pricing;
import io.github.workplanapi.v1.Project;
import io.github.workplanapi.v1.ProjectColor;
import io.github.workplanapi.v1.ProjectStatus;
import io.github.workplanapi.v1.PlanComparison;
import io.github.workplanapi.v1.Proposal;
import io.github.workplanapi.v1.ProposalApplication;
import io.github.workplanapi.v1.ProposalDifference;
import io.github.workplanapi.v1.ProposalFigure;
import io.github.workplanapi.v1.ProposalHours;
import io.github.workplanapi.v1.ProposalImpact;
import io.github.workplanapi.v1.ProposalOutcome;
import io.github.workplanapi.v1.ProposalStatus;
import io.github.workplanapi.v1.Rate;
import io.github.workplanapi.v1.RateKind;
import io.github.workplanapi.v1.Rates;
import io.github.workplanapi.v1.RedeliverWebhookRequest;
import io.github.workplanapi.v1.ReplaceAssignmentsWindowRequest;
import io.github.workplanapi.v1.ReplaceOrganizationRatesRequest;
import io.github.workplanapi.v1.ReplaceProjectBudgetRequest;
import io.github.workplanapi.v1.ReplaceProjectRatesRequest;
import io.github.workplanapi.v1.ReplaceUserCapabilitiesRequest;
import io.github.workplanapi.v1.ReplaceUserRatesRequest;
import io.github.workplanapi.v1.ReplaceViewsRequest;
import io.github.workplanapi.v1.ReplaceWorkingPatternsRequest;
import io.github.workplanapi.v1.ResolveRateRequest;
import io.github.workplanapi.v1.ResolvedRate;
import io.github.workplanapi.v1.RevertProposalRequest;
import io.github.workplanapi.v1.RotateWebhookSecretRequest;
import io.github.workplanapi.v1.SubmitProposalRequest;
import io.github.workplanapi.v1.TestWebhookRequest;
import io.github.workplanapi.v1.TimeOff;
import io.github.workplanapi.v1.TimeOffBatch;
import io.github.workplanapi.v1.TimeOffStatus;
import io.github.workplanapi.v1.UpdateClientRequest;
import io.github.workplanapi.v1.UpdatePricingRequest;
import io.github.workplanapi.v1.UpdateProjectRequest;
import io.github.workplanapi.v1.UpdateWebhookRequest;
import io.github.workplanapi.v1.UpsertActualHoursRequest;
import io.github.workplanapi.v1.UpsertAssignmentsRequest;
import io.github.workplanapi.v1.UpsertClientsRequest;
import io.github.workplanapi.v1.UpsertHolidaysRequest;
import io.github.workplanapi.v1.UpsertTimeOffRequest;
import io.github.workplanapi.v1.UpsertTimeOffResponse;
import io.github.workplanapi.v1.UpsertUserCapabilitiesRequest;
import io.github.workplanapi.v1.UpsertWorkingPatternsRequest;
import io.github.workplanapi.v1.User;
import io.github.workplanapi.v1.UserCapabilities;
import io.github.workplanapi.v1.UserCapabilitiesBatch;
import io.github.workplanapi.v1.UserCapability;
import io.github.workplanapi.v1.UserKind;
import io.github.workplanapi.v1.View;
import io.github.workplanapi.v1.Views;
import io.github.workplanapi.v1.WatchEventsRequest;
import io.github.workplanapi.v1.Webhook;
import io.github.workplanapi.v1.WebhookAttempt;
import io.github.workplanapi.v1.WebhookRedelivery;
import io.github.workplanapi.v1.WebhookRotation;
import io.github.workplanapi.v1.WebhookState;
import io.github.workplanapi.v1.WorkingPattern;
import io.github.workplanapi.v1.WorkingPatterns;
import io.github.workplanapi.v1.WorkingPatternsBatch;
import io.github.workplanapi.v1.WriteSummary;
import io.github.workplanapi.v1.WriteWarning;
import io.grpc.ClientInterceptor;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The scenario over gRPC. */
final class Grpc {
  private static final Metadata.Key<String> IF_MATCH = Metadata.Key.of("if-match", Metadata.ASCII_STRING_MARSHALLER);

  private final GrpcClient admin = connect("WORKPLAN_GRPC", "WORKPLAN_KEY");
  private final GrpcClient member = connect("WORKPLAN_GRPC", "WORKPLAN_MEMBER_KEY");
  private final GrpcClient manager = connect("WORKPLAN_GRPC", "WORKPLAN_MANAGER_KEY");
  private final GrpcClient reader = connect("WORKPLAN_GRPC", "WORKPLAN_READER_KEY");

  private String client;
  private String worker;
  private String project;
  private String capability;
  private String timeOff;
  private UpsertAssignmentsRequest batch;
  private ReplaceAssignmentsWindowRequest window;
  private List<String> rowIds;
  private long head;
  private Stream<Event> following;
  private Iterator<Event> follower;
  private Event followed;
  private Webhook webhook;
  private JsonNode patterns;
  private TimeOffBatch.Builder leave;
  private List<TimeOff> upserted;
  private String billed; // the project that is billed by the hour
  private JsonNode rates;
  private String proposal;
  private ListAssignmentsRequest days;

  public static void main(String[] args) throws IOException {
    new Grpc().run(new Scenario("expectGrpc"));
  }

  private void run(Scenario scenario) {
    scenario.step("me", input -> identity(admin));

    scenario.step("a base URL with the path of the API", input -> identity(admin)); // gRPC has no path.

    scenario.step("page through users", input -> {
      ListUsersRequest request = ListUsersRequest.newBuilder().setLimit(input.get("limit").intValue()).build();
      List<User> users = Paging.rows(admin.users()::listUsers, request, page -> page.getData().getItemsList()).toList();
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
      Client created = admin.clients().createClient(CreateClientRequest.newBuilder().setClient(Client.newBuilder()
          .setCompanyName(input.get("companyName").textValue())
          .setEmail(input.get("email").textValue())
          .setWebsite(input.get("website").textValue())
          .setCountryCode(input.get("countryCode").textValue())
          .addAllCategories(Scenario.texts(input.get("categories")))).build()).getData();
      client = created.getId();
      return fields(created);
    });

    // A field that the mask names and the message leaves unset is cleared.
    scenario.step("patch a client with a null", input -> fields(admin.clients().updateClient(UpdateClientRequest.newBuilder()
        .setClientId(client)
        .setClient(Client.newBuilder().setClientPriority(priority(input)))
        .setUpdateMask(FieldMask.newBuilder().addPaths("website").addPaths("client_priority")).build()).getData()));

    scenario.step("upsert 500 rows", input -> {
      worker = admin.findUserByEmail(Scenario.WORKER_EMAIL).orElseThrow().getId();
      project = admin.projects().listProjects(ListProjectsRequest.getDefaultInstance()).getData().getItemsList().stream()
          .filter(p -> p.getName().equals(Scenario.PROJECT)).findFirst().orElseThrow().getId();
      capability = admin.capabilities().listCapabilities(ListCapabilitiesRequest.getDefaultInstance()).getData().getItemsList().stream()
          .filter(c -> c.getName().equals(Scenario.CAPABILITY)).findFirst().orElseThrow().getId();
      LocalDate firstDate = LocalDate.parse(input.get("firstDate").textValue());
      batch = upsert(IntStream.range(0, input.get("rows").intValue()).mapToObj(i -> planned(i, firstDate, i % 16 / 2.0)).toList());
      List<Assignment> rows = admin.assignments().upsertAssignments(batch).getDataList();
      rowIds = rows.stream().map(Assignment::getId).toList();
      return sums(rows);
    });

    scenario.step("upsert them again", input -> {
      List<Assignment> rows = admin.assignments().upsertAssignments(batch).getDataList();
      return Map.of("rows", rows.size(), "sameIds", rows.stream().map(Assignment::getId).toList().equals(rowIds));
    });

    scenario.step("read them back", input -> {
      ListAssignmentsRequest request = ListAssignmentsRequest.newBuilder()
          .setUserId(worker)
          .setStartDate(input.get("from").textValue())
          .setEndDate(input.get("to").textValue())
          .setLimit(input.get("limit").intValue())
          .build();
      List<Assignment> rows = Paging.rows(admin.assignments()::listAssignments, request, page -> page.getData().getItemsList()).toList();
      Assignment first = rows.get(0);
      Map<String, Object> outcome = sums(rows);
      outcome.put("first", Map.of("date", first.getDate(), "hours", first.getHours(), "capability", first.hasCapabilityId()));
      return outcome;
    });

    scenario.step("replace a window", input -> {
      LocalDate firstDate = LocalDate.parse(input.get("firstDate").textValue());
      window = ReplaceAssignmentsWindowRequest.newBuilder().setWindow(AssignmentWindow.newBuilder()
          .setUserId(worker)
          .setProjectId(project)
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())
          .addAllItems(IntStream.range(0, input.get("rows").intValue()).mapToObj(i ->
              planned(i, firstDate, input.get("hours").doubleValue()).toBuilder().setTentative(true).build()).toList())).build();
      return counts(admin.assignments().replaceAssignmentsWindow(window).getData());
    });

    scenario.step("replace it again", input -> counts(admin.assignments().replaceAssignmentsWindow(window).getData()));

    scenario.step("move a plan", input -> {
      AssignmentChanges done = admin.assignments().copyAssignments(CopyAssignmentsRequest.newBuilder().setCopy(AssignmentCopy.newBuilder()
          .setSource(AssignmentSource.newBuilder()
              .setUserId(worker)
              .setStartDate(input.get("startDate").textValue())
              .setEndDate(input.get("endDate").textValue()))
          .setTarget(AssignmentTarget.newBuilder().setStartDate(input.get("target").textValue()))
          .setOnExisting(OnExisting.ON_EXISTING_REPLACE)
          .setMove(true)).build()).getData();
      Map<String, Object> outcome = counts(done);
      outcome.put("dates", done.getItemsList().stream().map(Assignment::getDate).toList());
      return outcome;
    });

    scenario.step("confirm a plan", input -> {
      Confirmation done = admin.assignments().confirmAssignments(ConfirmAssignmentsRequest.newBuilder().setWindow(ConfirmationWindow.newBuilder()
          .setUserId(worker)
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())).build()).getData();
      int left = admin.assignments().listAssignments(ListAssignmentsRequest.newBuilder().setUserId(worker).setTentative(true).build())
          .getData().getItemsCount();
      return Map.of("confirmed", done.getConfirmed(), "refused", done.getRefused(), "tentative", left);
    });

    scenario.step("fill a placeholder", input -> {
      String date = input.get("date").textValue();
      String placeholder = admin.users().createUser(CreateUserRequest.newBuilder().setUser(User.newBuilder()
          .setKind(UserKind.USER_KIND_PLACEHOLDER)
          .setName(input.get("name").textValue())).build()).getData().getId();
      admin.assignments().upsertAssignments(UpsertAssignmentsRequest.newBuilder()
          .setBatch(AssignmentBatch.newBuilder().addItems(Assignment.newBuilder()
              .setUserId(placeholder)
              .setProjectId(project)
              .setDate(date)
              .setHours(input.get("hours").doubleValue()))).build());
      Candidates found = admin.capacity().listCandidates(ListCandidatesRequest.newBuilder()
          .setPlaceholderId(placeholder)
          .setStartDate(date)
          .setEndDate(date)
          .setLimit(200).build()).getData();
      FilledPlaceholder filled = admin.assignments().fillPlaceholder(FillPlaceholderRequest.newBuilder()
          .setPlaceholderId(placeholder)
          .setFilling(Filling.newBuilder().setUserId(worker)).build()).getData();
      return Map.of("hours", found.getHours(), "candidate", found.getItemsList().stream().anyMatch(one -> one.getId().equals(worker)),
          "moved", filled.getMoved(), "merged", filled.getMerged(), "after", filled.getItems(0).getHours());
    });

    scenario.step("delete a plan", input -> {
      int row = admin.assignments().deleteAssignmentRows(DeleteAssignmentRowsRequest.newBuilder().setRows(HoursKeys.newBuilder()
          .addItems(HoursKey.newBuilder()
              .setUserId(worker)
              .setProjectId(project)
              .setDate(input.get("date").textValue()))).build()).getData().getDeleted();
      int all = admin.assignments().deleteAssignments(DeleteAssignmentsRequest.newBuilder()
          .setUserId(worker)
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue()).build()).getData().getDeleted();
      return Map.of("row", row, "window", all);
    });

    scenario.step("submit actual hours", input -> {
      List<ActualHoursRow> rows = admin.actualHours().upsertActualHours(UpsertActualHoursRequest.newBuilder()
          .setBatch(ActualHoursBatch.newBuilder().addItems(ActualHoursRow.newBuilder()
              .setUserId(worker)
              .setProjectId(project)
              .setDate(input.get("date").textValue())
              .setHours(input.get("hours").doubleValue()))).build()).getData().getItemsList();
      ActualHoursRow row = rows.get(0);
      Map<String, Object> outcome = new HashMap<>();
      outcome.put("rows", rows.size());
      outcome.put("hours", row.getHours());
      outcome.put("capabilityId", row.hasCapabilityId() ? row.getCapabilityId() : null);
      return outcome;
    });

    scenario.step("ask for time off", input -> {
      String vacation = member.timeOffTypes().listTimeOffTypes(ListTimeOffTypesRequest.getDefaultInstance()).getData().getItemsList().stream()
          .filter(t -> t.getName().equals(Scenario.VACATION)).findFirst().orElseThrow().getId();
      TimeOff asked = member.timeOff().createTimeOff(CreateTimeOffRequest.newBuilder().setTimeOff(TimeOff.newBuilder()
          .setUserId(worker)
          .setTimeOffTypeId(vacation)
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())
          .setAvailability(input.get("availability").doubleValue())
          .setReason(input.get("reason").textValue())).build()).getData();
      timeOff = asked.getId();
      return fields(asked);
    });

    scenario.step("approve time off", input -> {
      admin.timeOff().approveTimeOff(ApproveTimeOffRequest.newBuilder().setRequestId(timeOff).build());
      List<TimeOff> approved = admin.timeOff().listTimeOff(ListTimeOffRequest.newBuilder()
          .setUserId(worker)
          .setStatus(TimeOffStatus.TIME_OFF_STATUS_APPROVED).build()).getData().getItemsList();
      TimeOff request = approved.get(0);
      String approver = admin.me().getMe(GetMeRequest.getDefaultInstance()).getData().getActorUserId();
      return Map.of(
          "requests", approved.size(),
          "status", value("TIME_OFF_STATUS_", request.getStatus()),
          "decided", approver.equals(request.getDecidedById()) && request.hasDecidedAt());
    });

    scenario.step("get single records", input -> {
      Project found = admin.projects().getProject(GetProjectRequest.newBuilder().setProjectId(project).addExpand("client").build()).getData();
      return Map.of(
          "user", admin.users().getUser(GetUserRequest.newBuilder().setUserId(worker).build()).getData().getName(),
          "client", admin.clients().getClient(GetClientRequest.newBuilder().setClientId(client).build()).getData().getCompanyName(),
          "project", found.getName(),
          "projectClient", found.getClient().getCompanyName(),
          "timeOff", value("TIME_OFF_STATUS_", admin.timeOff().getTimeOff(GetTimeOffRequest.newBuilder().setRequestId(timeOff).build()).getData().getStatus()));
    });

    scenario.step("get records that do not exist", input -> {
      String id = input.get("id").textValue();
      return Map.of("codes", List.of(
          Scenario.failureOf(() -> admin.users().getUser(GetUserRequest.newBuilder().setUserId(id).build())).code(),
          Scenario.failureOf(() -> admin.clients().getClient(GetClientRequest.newBuilder().setClientId(id).build())).code(),
          Scenario.failureOf(() -> admin.projects().getProject(GetProjectRequest.newBuilder().setProjectId(id).build())).code(),
          Scenario.failureOf(() -> admin.timeOff().getTimeOff(GetTimeOffRequest.newBuilder().setRequestId(id).build())).code()));
    });

    scenario.refused("a bad field", input -> create(admin, input));

    scenario.refused("150 bad items", input -> {
      LocalDate firstDate = LocalDate.parse(input.get("firstDate").textValue());
      double hours = input.get("hours").doubleValue();
      return admin.assignments().upsertAssignments(upsert(
          IntStream.range(0, input.get("rows").intValue()).mapToObj(i -> planned(i, firstDate, hours)).toList()));
    });

    scenario.refused("a missing scope", input -> create(reader, input));
    scenario.refused("a missing permission", input -> create(member, input));

    scenario.refused("patch a record that does not exist", input -> admin.clients().updateClient(reprioritize(input.get("id").textValue(), input)));

    scenario.refused("an old version", input -> admin.clients().withInterceptors(ifMatch(input)).updateClient(reprioritize(client, input)));

    scenario.refused("a wrong key", input -> {
      try (GrpcClient stranger = new GrpcClient(Scenario.env("WORKPLAN_GRPC"), InsecureChannelCredentials.create(), input.get("key").textValue())) {
        return identity(stranger);
      }
    });

    scenario.step("a busy server", input -> identity(connect("WORKPLAN_BUSY_GRPC", "WORKPLAN_KEY")));
    scenario.step("a lost response", input -> fields(create(connect("WORKPLAN_LOSSY_GRPC", "WORKPLAN_KEY"), input)));
    scenario.step("a lost response of a change", input -> fields(connect("WORKPLAN_LOSSY_GRPC", "WORKPLAN_KEY").clients()
        .withInterceptors(ifMatch(input)).updateClient(reprioritize(client, input)).getData()));
    scenario.refused("a dead server", input -> identity(withOneTry("WORKPLAN_DEAD_GRPC")));
    scenario.refused("a wrong base address", input -> identity(withOneTry("WORKPLAN_STRANGER_GRPC")));
    scenario.refused("an incomplete body", input -> identity(withOneTry("WORKPLAN_BROKEN_GRPC")));

    scenario.step("follow the journal", input -> {
      head = admin.events().listEvents(ListEventsRequest.newBuilder().setAfter("head").build()).getData().getHead();
      following = admin.follow(after(head)
          .addAllTypes(Scenario.texts(input.get("types"))).build());
      follower = following.iterator();
      Client created = create(admin, input);
      followed = follower.next();
      Map<String, Object> outcome = outcome(followed);
      outcome.put("later", followed.getSeq() > head);
      outcome.put("client", created.getId().equals(followed.getRecord().getId()));
      outcome.put("actor", admin.me().getMe(GetMeRequest.getDefaultInstance()).getData().getActorUserId().equals(followed.getActorId()));
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
      try (Stream<Event> events = admin.follow(after(head).build())) {
        return Map.of("companyNames", events.limit(2).map(event -> outcome(event).get("companyName")).toList());
      }
    });

    scenario.step("cancel a follower", input -> {
      try (Stream<Event> events = admin.follow(WatchEventsRequest.newBuilder().setAfter("head").build())) {
        return Map.of("events", Scenario.countUntilInterrupt(events, input.get("milliseconds").longValue()));
      }
    });

    scenario.refused("follow after a number ahead", input -> admin.follow(after(head + input.get("ahead").longValue()).build()).count());

    scenario.step("read the event of the 500 rows", input -> {
      Event event = admin.events().listEvents(ListEventsRequest.newBuilder()
          .addAllTypes(Scenario.texts(input.get("types"))).build()).getData().getItems(0);
      return Map.of("type", event.getType(), "rowCount", event.getRowCount(), "firstDate", event.getFirstDate(), "lastDate", event.getLastDate());
    });

    scenario.step("create a webhook", input -> {
      webhook = createWebhook(input);
      return fields(webhook);
    });

    scenario.step("patch a webhook", input -> fields(admin.webhooks().withInterceptors(ifMatch(input)).updateWebhook(UpdateWebhookRequest.newBuilder()
        .setWebhookId(webhook.getId())
        .setWebhook(Webhook.newBuilder().setUrl(input.get("url").textValue()).setCursor(input.get("cursor").longValue()))
        .setUpdateMask(FieldMask.newBuilder().addPaths("url").addPaths("name").addPaths("cursor")).build()).getData()));

    scenario.step("pause a webhook", input -> fields(admin.webhooks().updateWebhook(UpdateWebhookRequest.newBuilder()
        .setWebhookId(webhook.getId())
        .setWebhook(Webhook.newBuilder()
            .setState(WebhookState.valueOf("WEBHOOK_STATE_" + input.get("state").textValue().toUpperCase(Locale.ROOT)))).build()).getData()));

    scenario.step("read webhooks", input -> {
      List<Webhook> webhooks = Paging.rows(
          admin.webhooks()::listWebhooks, ListWebhooksRequest.getDefaultInstance(), page -> page.getData().getItemsList()).toList();
      Map<String, Object> outcome = fields(getWebhook());
      outcome.put("webhooks", webhooks.size());
      outcome.put("listed", webhooks.get(0).getId().equals(webhook.getId()));
      return outcome;
    });

    scenario.step("read the attempts of a webhook", input -> {
      ListWebhookAttemptsRequest request = ListWebhookAttemptsRequest.newBuilder()
          .setWebhookId(webhook.getId())
          .setLimit(input.get("limit").intValue())
          .build();
      List<WebhookAttempt> attempts = Paging.rows(
          admin.webhooks()::listWebhookAttempts, request, page -> page.getData().getItemsList()).toList();
      WebhookAttempt first = attempts.get(0);
      Map<String, Object> outcome = new HashMap<>();
      outcome.put("attempts", attempts.size());
      outcome.put("type", first.getType());
      outcome.put("outcome", value("WEBHOOK_OUTCOME_", first.getOutcome()));
      outcome.put("seq", first.hasSeq() ? first.getSeq() : null);
      outcome.put("status", first.hasStatus() ? first.getStatus() : null);
      outcome.put("response", first.hasResponse() ? first.getResponse() : null);
      return outcome;
    });

    scenario.step("rotate the secret of a webhook", input -> {
      Webhook rotated = admin.webhooks().rotateWebhookSecret(RotateWebhookSecretRequest.newBuilder()
          .setWebhookId(webhook.getId())
          .setRotation(WebhookRotation.newBuilder().setOverlapSeconds(input.get("overlapSeconds").intValue())).build()).getData();
      Map<String, Object> outcome = fields(rotated);
      outcome.put("changed", !rotated.getSecret().equals(webhook.getSecret()));
      outcome.put("overlaps", rotated.hasPreviousSecretExpiresAt());
      return outcome;
    });

    scenario.refused("test a webhook", input -> admin.webhooks().testWebhook(TestWebhookRequest.newBuilder().setWebhookId(webhook.getId()).build()));

    scenario.step("redeliver an event", input -> fields(redeliver(WebhookRedelivery.newBuilder().setSeq(followed.getSeq()).build())));
    scenario.refused("redeliver nothing", input -> redeliver(WebhookRedelivery.getDefaultInstance()));

    scenario.refused("a webhook without TLS", this::createWebhook);
    scenario.refused("a webhook with an unknown type", this::createWebhook);

    scenario.refused("delete a webhook", input -> {
      admin.webhooks().deleteWebhook(DeleteWebhookRequest.newBuilder().setWebhookId(webhook.getId()).build());
      return getWebhook();
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
      ListHolidaysRequest request = ListHolidaysRequest.newBuilder()
          .setYear(input.get("year").intValue())
          .setLimit(input.get("limit").intValue())
          .build();
      List<Holiday> holidays = Paging.rows(
          admin.holidays()::listHolidays, request, page -> page.getData().getItemsList()).toList();
      return Map.of(
          "dates", holidays.stream().map(Holiday::getDate).toList(),
          "names", holidays.stream().map(Holiday::getName).toList());
    });

    scenario.step("delete a holiday", input -> {
      ListHolidaysRequest request = ListHolidaysRequest.newBuilder().setCountryCode(input.get("countryCode").textValue()).build();
      Holiday holiday = admin.holidays().listHolidays(request).getData().getItems(0);
      admin.holidays().withInterceptors(ifMatch(holiday.getVersion())).deleteHoliday(DeleteHolidayRequest.newBuilder()
          .setHolidayId(holiday.getId()).build());
      return Map.of("name", holiday.getName(), "holidays", admin.holidays().listHolidays(request).getData().getItemsCount());
    });

    scenario.step("get working patterns", input -> fields(admin.workingPatterns().getWorkingPatterns(
        GetWorkingPatternsRequest.newBuilder().setUserId(worker).build()).getData()));

    scenario.step("replace working patterns", input -> {
      patterns = input;
      return fields(replacePatterns());
    });

    scenario.refused("replace an old version of working patterns", input -> replacePatterns());

    scenario.step("get the capabilities of a user", input -> fields(admin.users().getUserCapabilities(
        GetUserCapabilitiesRequest.newBuilder().setUserId(worker).build()).getData()));

    scenario.step("replace the capabilities of a user", input -> fields(admin.users().withInterceptors(ifMatch(input))
        .replaceUserCapabilities(ReplaceUserCapabilitiesRequest.newBuilder()
            .setUserId(worker)
            .setUserCapabilities(UserCapabilities.newBuilder().addItems(UserCapability.newBuilder()
                .setCapabilityId(capability)
                .setLevel(input.get("level").intValue())))
            .build()).getData()));

    scenario.step("find users by a capability", input -> {
      List<User> found = admin.users().listUsers(ListUsersRequest.newBuilder()
          .addCapabilityId(capability)
          .setMinLevel(input.get("level").intValue()).build()).getData().getItemsList();
      return Map.of("users", found.size(), "name", found.get(0).getName());
    });

    scenario.step("colour a project", input -> {
      ProjectColor color = ProjectColor.valueOf("PROJECT_COLOR_" + input.get("color").textValue().toUpperCase(Locale.ROOT));
      UpdateProjectRequest.Builder change = UpdateProjectRequest.newBuilder()
          .setProjectId(project)
          .setUpdateMask(FieldMask.newBuilder().addPaths("color"));
      Project chosen = admin.projects().updateProject(change.setProject(Project.newBuilder().setColor(color)).build()).getData();
      Project cleared = admin.projects().updateProject(change.setProject(Project.getDefaultInstance()).build()).getData();
      Map<String, Object> outcome = new HashMap<>();
      outcome.put("chosen", value("PROJECT_COLOR_", chosen.getColor()));
      outcome.put("cleared", cleared.hasColor() ? cleared.getColor().name() : null);
      return outcome;
    });

    scenario.step("upsert a client by its external id", input -> {
      String externalId = input.get("externalId").textValue();
      UpsertClientsRequest request = UpsertClientsRequest.newBuilder().setBatch(ClientBatch.newBuilder()
          .setMatch(input.get("match").textValue())
          .addItems(Client.newBuilder().setCompanyName(input.get("companyName").textValue()).addExternalIds(externalId))).build();
      Client first = admin.clients().upsertClients(request).getData(0);
      Client second = admin.clients().upsertClients(request).getData(0);
      List<Client> found = admin.clients().listClients(ListClientsRequest.newBuilder().setExternalId(externalId).build())
          .getData().getItemsList();
      return Map.of(
          "found", found.stream().map(Client::getCompanyName).toList(),
          "sameId", first.getId().equals(second.getId()));
    });

    scenario.step("save a view", input -> {
      View view = View.newBuilder()
          .setName(input.get("name").textValue())
          .setQuery(input.get("query").textValue()).build();
      admin.me().withInterceptors(ifMatch(input))
          .replaceViews(ReplaceViewsRequest.newBuilder().setViews(Views.newBuilder().addItems(view)).build());
      Views saved = admin.me().getViews(GetViewsRequest.getDefaultInstance()).getData();
      View read = saved.getItems(0);
      return Map.of("name", read.getName(), "query", read.getQuery(), "version", saved.getVersion());
    });

    scenario.step("capacity by week and user", input -> fields(admin.capacity().getCapacity(capacity(input)
        .setUserId(worker)
        .setBucket(CapacityBucket.CAPACITY_BUCKET_WEEK)
        .setGroupBy(CapacityGroup.CAPACITY_GROUP_USER).build()).getData()));

    scenario.step("capacity by month and project", input -> fields(admin.capacity().getCapacity(capacity(input)
        .setProjectId(project)
        .setBucket(CapacityBucket.CAPACITY_BUCKET_MONTH)
        .setGroupBy(CapacityGroup.CAPACITY_GROUP_PROJECT).build()).getData()));

    scenario.refused("capacity of two years", input -> admin.capacity().getCapacity(capacity(input).build()));

    scenario.step("find free hours", input -> {
      List<CapacityGap> users = admin.capacity().listCapacityGaps(ListCapacityGapsRequest.newBuilder()
          .setHours(input.get("hours").doubleValue())
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())
          .setCapabilityId(capability).build()).getData().getItemsList();
      CapacityGap first = users.get(0);
      return Map.of("users", users.size(), "name", first.getName(), "reachedOn", first.getReachedOn(), "free", first.getFree());
    });

    scenario.step("upsert the capabilities of users", input -> {
      UserCapabilities written = admin.users().upsertUserCapabilities(UpsertUserCapabilitiesRequest.newBuilder()
          .setBatch(UserCapabilitiesBatch.newBuilder().addItems(CapabilitiesOfUser.newBuilder()
              .setUserId(worker)
              .addItems(UserCapability.newBuilder().setCapabilityId(capability).setLevel(input.get("level").intValue()))))
          .build()).getData(0);
      UserCapabilities listed = Paging.rows(
          admin.users()::listUserCapabilities, ListUserCapabilitiesRequest.getDefaultInstance(), page -> page.getData().getItemsList())
          .filter(user -> user.getId().equals(worker)).findFirst().orElseThrow();
      Map<String, Object> outcome = new HashMap<>(fields(written));
      outcome.put("listed", fields(listed).get("levels"));
      return outcome;
    });

    scenario.step("list users with their capabilities", input -> {
      List<User> found = admin.users().listUsers(ListUsersRequest.newBuilder()
          .addCapabilityId(capability)
          .addInclude("capabilities").build()).getData().getItemsList();
      User first = found.get(0);
      return Map.of("users", found.size(), "name", first.getName(),
          "levels", first.getCapabilitiesList().stream().map(UserCapability::getLevel).toList());
    });

    scenario.step("upsert working patterns", input -> {
      PatternsOfUser.Builder wanted = PatternsOfUser.newBuilder().setUserId(worker);
      for (JsonNode item : input.get("items")) {
        wanted.addItemsBuilder()
            .setValidFrom(item.get("validFrom").textValue())
            .addAllHours(Scenario.numbers(item.get("hours")));
      }
      WorkingPatterns written = admin.workingPatterns().upsertWorkingPatterns(UpsertWorkingPatternsRequest.newBuilder()
          .setBatch(WorkingPatternsBatch.newBuilder().addItems(wanted)).build()).getData(0);
      WorkingPatterns listed = Paging.rows(
          admin.workingPatterns()::listWorkingPatterns, ListWorkingPatternsRequest.getDefaultInstance(), page -> page.getData().getItemsList())
          .filter(user -> user.getId().equals(worker)).findFirst().orElseThrow();
      Map<String, Object> outcome = new HashMap<>(fields(written));
      outcome.put("listed", listed.getItemsCount());
      return outcome;
    });

    scenario.step("upsert time off", input -> {
      String vacation = Paging.rows(
          admin.timeOffTypes()::listTimeOffTypes, ListTimeOffTypesRequest.getDefaultInstance(), page -> page.getData().getItemsList())
          .filter(t -> t.getName().equals(Scenario.VACATION)).findFirst().orElseThrow().getId();
      leave = TimeOffBatch.newBuilder().setMatch(input.get("match").textValue());
      for (JsonNode item : input.get("items")) {
        leave.addItemsBuilder()
            .setUserId(worker)
            .setTimeOffTypeId(vacation)
            .setStartDate(item.get("startDate").textValue())
            .setEndDate(item.get("endDate").textValue())
            .setAvailability(0)
            .setReason(input.get("reason").textValue())
            .addExternalIds(item.get("externalId").textValue());
      }
      UpsertTimeOffResponse response = upsertLeave("summary");
      upserted = response.getDataList();
      return counts(response.getMeta().getSummary());
    });

    scenario.step("delete time off in an upsert", input -> {
      TimeOff second = upserted.get(1);
      leave.removeItems(1).addDeleted(second.getId());
      Map<String, Object> outcome = counts(upsertLeave("summary").getMeta().getSummary());
      outcome.put("left", admin.timeOff().listTimeOff(ListTimeOffRequest.newBuilder()
          .setExternalId(second.getExternalIds(0)).build()).getData().getItemsCount());
      return outcome;
    });

    scenario.step("keep what only a new request has", input -> {
      leave.clearDeleted().setCreateOnly("keep");
      leave.getItemsBuilder(0).setUserId(admin.findUserByEmail(input.get("email").textValue()).orElseThrow().getId());
      UpsertTimeOffResponse response = upsertLeave();
      WriteWarning first = response.getMeta().getWarnings().getItems(0);
      return Map.of(
          "kept", response.getData(0).getUserId().equals(worker),
          "warnings", response.getMeta().getWarningCount(),
          "warning", value("WARNING_CODE_", first.getCode()),
          "field", first.getField());
    });

    scenario.step("change the currency", input -> {
      Pricing before = pricing();
      admin.rates().updatePricing(UpdatePricingRequest.newBuilder()
          .setPricing(Pricing.newBuilder().setCurrency(input.get("currency").textValue())).build());
      Pricing after = pricing();
      return Map.of("before", before.getCurrency(), "currency", after.getCurrency(), "version", after.getVersion());
    });

    scenario.step("create a project billed by the hour", input -> {
      Project created = admin.projects().createProject(CreateProjectRequest.newBuilder().setProject(Project.newBuilder()
          .setName(input.get("name").textValue())
          .setClientId(client)
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())
          .setStatus(ProjectStatus.valueOf("PROJECT_STATUS_" + upper(input.get("status"))))
          .setBillingType(BillingType.valueOf("BILLING_TYPE_" + upper(input.get("billingType"))))).build()).getData();
      billed = created.getId();
      return fields(created);
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

    scenario.step("replace the rates of a user", input -> fields(admin.rates().replaceUserRates(
        ReplaceUserRatesRequest.newBuilder().setUserId(worker).setRates(ratesOf(input)).build()).getData()));

    scenario.step("replace the rates of a project", input -> {
      admin.rates().replaceProjectRates(ReplaceProjectRatesRequest.newBuilder().setProjectId(billed).setRates(ratesOf(input)).build());
      return fields(admin.rates().getProjectRates(GetProjectRatesRequest.newBuilder().setProjectId(billed).build()).getData());
    });

    scenario.step("resolve a rate", input -> {
      ResolveRateRequest.Builder hour = ResolveRateRequest.newBuilder()
          .setUserId(worker)
          .setProjectId(billed)
          .setDate(input.get("date").textValue());
      ResolvedRate bill = admin.rates().resolveRate(hour.build()).getData();
      ResolvedRate cost = admin.rates().resolveRate(hour.setKind(RateKind.RATE_KIND_COST).build()).getData();
      return Map.of(
          "kind", value("RATE_KIND_", bill.getKind()),
          "amount", bill.getAmount(),
          "currency", bill.getCurrency(),
          "level", value("RATE_LEVEL_", bill.getLevel()),
          "from", bill.getFromDate(),
          "considered", bill.getConsideredList().stream().map(each -> value("RATE_LEVEL_", each.getLevel())).toList(),
          "cost", cost.getAmount());
    });

    scenario.step("replace a budget", input -> {
      Budget.Builder wanted = Budget.newBuilder();
      for (JsonNode percent : input.get("alertAt")) {
        wanted.addAlertAt(percent.intValue());
      }
      for (JsonNode item : input.get("items")) {
        BudgetItem.Builder each = wanted.addItemsBuilder()
            .setHours(item.get("hours").doubleValue())
            .setPeriod(BudgetPeriod.valueOf("BUDGET_PERIOD_" + upper(item.get("period"))));
        if (item.has("validFrom")) {
          each.setValidFrom(item.get("validFrom").textValue());
        }
        if (item.has("amount")) {
          each.setAmount(item.get("amount").doubleValue());
        }
      }
      admin.money().replaceProjectBudget(ReplaceProjectBudgetRequest.newBuilder().setProjectId(billed).setBudget(wanted).build());
      Budget found = admin.money().getProjectBudget(GetProjectBudgetRequest.newBuilder().setProjectId(billed).build()).getData();
      return Map.of(
          "alertAt", found.getAlertAtList(),
          "version", found.getVersion(),
          "items", found.getItemsList().stream().map(Grpc::fields).toList());
    });

    scenario.step("money by month and project", input -> {
      AssignmentBatch.Builder planned = AssignmentBatch.newBuilder();
      for (JsonNode row : input.get("planned")) {
        Assignment.Builder item = planned.addItemsBuilder()
            .setUserId(worker)
            .setProjectId(billed)
            .setDate(row.get("date").textValue())
            .setHours(row.get("hours").doubleValue());
        if (row.has("capability")) {
          item.setCapabilityId(capability);
        }
      }
      admin.assignments().upsertAssignments(UpsertAssignmentsRequest.newBuilder().setBatch(planned).build());
      ActualHoursBatch.Builder actual = ActualHoursBatch.newBuilder();
      for (JsonNode row : input.get("actual")) {
        ActualHoursRow.Builder item = actual.addItemsBuilder()
            .setUserId(worker)
            .setProjectId(billed)
            .setDate(row.get("date").textValue())
            .setHours(row.get("hours").doubleValue());
        if (row.has("capability")) {
          item.setCapabilityId(capability);
        }
      }
      admin.actualHours().upsertActualHours(UpsertActualHoursRequest.newBuilder().setBatch(actual).build());
      Money money = admin.money().getMoney(GetMoneyRequest.newBuilder()
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())
          .setBucket(MoneyBucket.MONEY_BUCKET_MONTH)
          .setGroupBy(MoneyGroup.MONEY_GROUP_PROJECT)
          .setBudget(true).build()).getData();
      return Map.of(
          "buckets", money.getBucketsList(),
          "series", money.getSeriesList(),
          "items", money.getItemsList().stream().map(Grpc::fields).toList(),
          "totals", money.getTotalsList().stream().map(MoneyTotal::getCurrency).toList());
    });

    scenario.refused("money for a member", input -> member.money().getMoney(GetMoneyRequest.newBuilder()
        .setStartDate(input.get("startDate").textValue())
        .setEndDate(input.get("endDate").textValue()).build()));

    scenario.step("the lines of money", input -> {
      ListMoneyLinesRequest request = ListMoneyLinesRequest.newBuilder()
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())
          .setLimit(input.get("limit").intValue())
          .build();
      Stream<MoneyLine> lines = Paging.rows(admin.money()::listMoneyLines, request, page -> page.getData().getItemsList());
      return Map.of("lines", lines.map(Grpc::fields).toList());
    });

    scenario.step("make a proposal", input -> {
      String reviewer = admin.findUserByEmail(input.get("reviewer").textValue()).orElseThrow().getId();
      Proposal made = member.proposals().createProposal(CreateProposalRequest.newBuilder().setProposal(Proposal.newBuilder()
          .setTitle(input.get("title").textValue())
          .setNote(input.get("note").textValue())
          .addReviewerIds(reviewer)).build()).getData();
      proposal = made.getId();
      Map<String, Object> outcome = fields(made);
      outcome.put("reviewer", made.getReviewerIdsList().equals(List.of(reviewer)));
      return outcome;
    });

    scenario.step("wish planned hours", input -> {
      admin.assignments().upsertAssignments(upsert(onDays(input.get("planned"))));
      UpsertAssignmentsRequest wished = upsert(onDays(input.get("wished"))).toBuilder().setProposalId(proposal).build();
      return sums(member.assignments().upsertAssignments(wished).getDataList());
    });

    scenario.step("wish a window", input -> {
      Map<String, Object> outcome = counts(member.assignments().replaceAssignmentsWindow(ReplaceAssignmentsWindowRequest.newBuilder()
          .setWindow(AssignmentWindow.newBuilder()
              .setUserId(worker)
              .setProjectId(project)
              .setStartDate(input.get("startDate").textValue())
              .setEndDate(input.get("endDate").textValue())
              .addAllItems(onDays(input.get("items"))))
          .setProposalId(proposal).build()).getData());
      outcome.put("wishes", member.proposals().getProposal(GetProposalRequest.newBuilder().setProposalId(proposal).build()).getData().getRows());
      return outcome;
    });

    scenario.step("read the plan of a proposal", input -> {
      days = ListAssignmentsRequest.newBuilder()
          .setUserId(worker)
          .setStartDate(input.get("startDate").textValue())
          .setEndDate(input.get("endDate").textValue())
          .setLimit(input.get("limit").intValue())
          .build();
      return Map.of("live", readDays(days), "proposed", readDays(days.toBuilder().setProposalId(proposal).build()));
    });

    scenario.step("capacity of a proposal", input -> {
      GetCapacityRequest request = capacity(input)
          .setUserId(worker)
          .setBucket(CapacityBucket.CAPACITY_BUCKET_MONTH)
          .setGroupBy(CapacityGroup.CAPACITY_GROUP_USER)
          .setProposalId(proposal)
          .setCompare(PlanComparison.PLAN_COMPARISON_LIVE)
          .build();
      Capacity found = admin.capacity().getCapacity(request).getData();
      CapacityItem first = found.getItems(0);
      return Map.of(
          "live", first.getValues(found.getSeriesList().indexOf("livePlanned")).getHoursList(),
          "proposed", first.getValues(found.getSeriesList().indexOf("planned")).getHoursList());
    });

    scenario.step("the difference of a proposal", input -> {
      DiffProposalRequest request = DiffProposalRequest.newBuilder()
          .setProposalId(proposal)
          .setLimit(input.get("limit").intValue())
          .build();
      return Map.of("rows", Paging.rows(admin.proposals()::diffProposal, request, page -> page.getData().getItemsList())
          .map(Grpc::fields).toList());
    });

    scenario.step("the impact of a proposal", input -> {
      GetProposalImpactRequest request = GetProposalImpactRequest.newBuilder().setProposalId(proposal).build();
      ProposalImpact impact = admin.proposals().getProposalImpact(request).getData();
      return Map.of(
          "startDate", impact.getStartDate(),
          "endDate", impact.getEndDate(),
          "weeks", impact.getItemsList().stream().map(week -> Map.of(
              "name", week.getName(),
              "startDate", week.getStartDate(),
              "before", fields(week.getBefore()),
              "after", fields(week.getAfter()))).toList(),
          "unfilled", fields(impact.getUnfilled()),
          "money", impact.getMoney().getItemsList().stream().map(sums -> Map.of(
              "currency", sums.getCurrency(),
              "revenue", fields(sums.getRevenue()),
              "cost", fields(sums.getCost()))).toList(),
          "hidden", !member.proposals().getProposalImpact(request).getData().hasMoney());
    });

    scenario.step("have a proposal approved", input -> {
      Proposal submitted = member.proposals().submitProposal(SubmitProposalRequest.newBuilder().setProposalId(proposal).build()).getData();
      Proposal approved = manager.proposals().approveProposal(ApproveProposalRequest.newBuilder().setProposalId(proposal).build()).getData();
      String approver = manager.me().getMe(GetMeRequest.getDefaultInstance()).getData().getActorUserId();
      return Map.of(
          "submitted", value("PROPOSAL_STATUS_", submitted.getStatus()),
          "status", value("PROPOSAL_STATUS_", approved.getStatus()),
          "rows", approved.getRows(),
          "decided", approver.equals(approved.getDecidedById()) && approved.hasDecidedAt());
    });

    scenario.refused("apply without the scope", input ->
        reader.proposals().applyProposal(application(ProposalApplication.getDefaultInstance())));

    scenario.refused("apply in conflict", input -> {
      admin.assignments().upsertAssignments(upsert(onDays(Scenario.JSON.createArrayNode().add(input))));
      return manager.proposals().applyProposal(application(ProposalApplication.getDefaultInstance()));
    });

    scenario.step("apply a proposal", input -> {
      ApplyProposalRequest request = application(ProposalApplication.newBuilder()
          .setOnConflict(OnConflict.valueOf("ON_CONFLICT_" + upper(input.get("onConflict")))).build());
      Proposal applied = manager.proposals().applyProposal(request).getData();
      Proposal again = manager.proposals().applyProposal(request).getData();
      return Map.of(
          "status", value("PROPOSAL_STATUS_", applied.getStatus()),
          "counts", fields(applied.getOutcome()),
          "same", applied.equals(again),
          "live", readDays(days));
    });

    scenario.step("revert a proposal", input -> {
      Proposal draft = manager.proposals().revertProposal(RevertProposalRequest.newBuilder().setProposalId(proposal).build()).getData();
      Map<String, Object> outcome = fields(draft);
      outcome.put("reverts", draft.getRevertsId().equals(proposal));
      proposal = draft.getId();
      List<ProposalDifference> rows = manager.proposals()
          .diffProposal(DiffProposalRequest.newBuilder().setProposalId(proposal).build()).getData().getItemsList();
      outcome.put("after", rows.stream().map(row -> row.hasAfter() ? row.getAfter().getHours() : null).toList());
      ListProposalsRequest drafts = ListProposalsRequest.newBuilder().setStatus(ProposalStatus.PROPOSAL_STATUS_DRAFT).build();
      outcome.put("drafts", Paging.rows(manager.proposals()::listProposals, drafts, page -> page.getData().getItemsList()).count());
      return outcome;
    });

    scenario.refused("delete a proposal", input -> {
      manager.proposals().deleteProposal(DeleteProposalRequest.newBuilder().setProposalId(proposal).build());
      return manager.proposals().getProposal(GetProposalRequest.newBuilder().setProposalId(proposal).build());
    });
  }

  private UpsertTimeOffResponse upsertLeave(String... include) {
    return admin.timeOff().upsertTimeOff(UpsertTimeOffRequest.newBuilder().setBatch(leave).addAllInclude(List.of(include)).build());
  }

  private static Map<String, Object> counts(WriteSummary summary) {
    Map<String, Object> counts = new HashMap<>();
    counts.put("created", summary.getCreated());
    counts.put("updated", summary.getUpdated());
    counts.put("unchanged", summary.getUnchanged());
    counts.put("deleted", summary.getDeleted());
    return counts;
  }

  private static GrpcClient connect(String address, String key) {
    return new GrpcClient(Scenario.env(address), InsecureChannelCredentials.create(), Scenario.env(key));
  }

  private static GrpcClient withOneTry(String address) {
    return new GrpcClient(Scenario.env(address), InsecureChannelCredentials.create(), Scenario.env("WORKPLAN_KEY"), Scenario.ONE_TRY);
  }

  private static Map<String, Object> identity(GrpcClient workplan) {
    KeyIdentity me = workplan.me().getMe(GetMeRequest.getDefaultInstance()).getData();
    return Map.of("keyName", me.getKeyName(), "scopes", me.getScopesCount());
  }

  private static Client create(GrpcClient workplan, JsonNode input) {
    return workplan.clients().createClient(CreateClientRequest.newBuilder()
        .setClient(Client.newBuilder().setCompanyName(input.get("companyName").textValue())).build()).getData();
  }

  private Webhook createWebhook(JsonNode input) {
    Webhook.Builder wanted = Webhook.newBuilder().setUrl(input.get("url").textValue()).addAllTypes(Scenario.texts(input.get("types")));
    if (input.has("name")) {
      wanted.setName(input.get("name").textValue());
    }
    return admin.webhooks().createWebhook(CreateWebhookRequest.newBuilder().setWebhook(wanted).build()).getData();
  }

  private Webhook getWebhook() {
    return admin.webhooks().getWebhook(GetWebhookRequest.newBuilder().setWebhookId(webhook.getId()).build()).getData();
  }

  private Webhook redeliver(WebhookRedelivery events) {
    return admin.webhooks().redeliverWebhook(RedeliverWebhookRequest.newBuilder()
        .setWebhookId(webhook.getId())
        .setRedelivery(events).build()).getData();
  }

  private List<Holiday> upsertHolidays(JsonNode input) {
    HolidayBatch.Builder holidays = HolidayBatch.newBuilder();
    for (JsonNode item : input.get("items")) {
      Holiday.Builder holiday = holidays.addItemsBuilder()
          .setCountryCode(item.get("countryCode").textValue())
          .setDate(item.get("date").textValue())
          .setName(item.get("name").textValue());
      if (item.has("factor")) {
        holiday.setFactor(item.get("factor").doubleValue());
      }
    }
    return admin.holidays().upsertHolidays(UpsertHolidaysRequest.newBuilder().setBatch(holidays).build()).getDataList();
  }

  private WorkingPatterns replacePatterns() {
    WorkingPatterns.Builder wanted = WorkingPatterns.newBuilder();
    for (JsonNode item : patterns.get("items")) {
      wanted.addItemsBuilder()
          .setValidFrom(item.get("validFrom").textValue())
          .addAllHours(Scenario.numbers(item.get("hours")));
    }
    return admin.workingPatterns().withInterceptors(ifMatch(patterns)).replaceWorkingPatterns(ReplaceWorkingPatternsRequest.newBuilder()
        .setUserId(worker)
        .setWorkingPatterns(wanted).build()).getData();
  }

  private Pricing pricing() {
    return admin.rates().getPricing(GetPricingRequest.getDefaultInstance()).getData();
  }

  private Rates replaceRates() {
    return admin.rates().withInterceptors(ifMatch(rates)).replaceOrganizationRates(ReplaceOrganizationRatesRequest.newBuilder()
        .setRates(ratesOf(rates)).build()).getData();
  }

  private Rates ratesOf(JsonNode input) {
    Rates.Builder wanted = Rates.newBuilder();
    for (JsonNode item : input.get("items")) {
      Rate.Builder rate = wanted.addItemsBuilder().setKind(RateKind.valueOf("RATE_KIND_" + upper(item.get("kind"))));
      if (item.hasNonNull("validFrom")) {
        rate.setValidFrom(item.get("validFrom").textValue());
      }
      if (item.hasNonNull("amount")) {
        rate.setAmount(item.get("amount").doubleValue());
      }
      if (item.has("currency")) {
        rate.setCurrency(item.get("currency").textValue());
      }
      if (item.has("user")) {
        rate.setUserId(worker);
      }
      if (item.has("capability")) {
        rate.setCapabilityId(capability);
      }
    }
    return wanted.build();
  }

  private static GetCapacityRequest.Builder capacity(JsonNode input) {
    return GetCapacityRequest.newBuilder()
        .setStartDate(input.get("startDate").textValue())
        .setEndDate(input.get("endDate").textValue());
  }

  private static Map<String, Object> fields(WorkingPatterns patterns) {
    return Map.of(
        "patterns", patterns.getItemsCount(),
        "validFrom", patterns.getItemsList().stream().map(WorkingPattern::getValidFrom).toList(),
        "hours", patterns.getItemsList().stream().map(WorkingPattern::getHoursList).toList(),
        "version", patterns.getVersion(),
        "updated", patterns.hasUpdatedAt());
  }

  private static Map<String, Object> fields(UserCapabilities skills) {
    return Map.of(
        "capabilities", skills.getItemsCount(),
        "levels", skills.getItemsList().stream().map(UserCapability::getLevel).toList(),
        "version", skills.getVersion(),
        "updated", skills.hasUpdatedAt());
  }

  private static Map<String, Object> fields(Capacity capacity) {
    CapacityItem first = capacity.getItems(0);
    return Map.of(
        "items", capacity.getItemsCount(),
        "buckets", capacity.getBucketsList(),
        "series", capacity.getSeriesList(),
        "name", first.getName(),
        "values", first.getValuesList().stream().map(CapacityHours::getHoursList).toList(),
        "utilization", first.getUtilizationList().stream().map(ratio -> ratio.isNaN() ? null : ratio).toList());
  }

  /** Sends the version of the input. */
  private static ClientInterceptor ifMatch(JsonNode input) {
    return ifMatch(input.get("version").longValue());
  }

  private static ClientInterceptor ifMatch(long version) {
    Metadata metadata = new Metadata();
    metadata.put(IF_MATCH, "\"" + version + "\"");
    return MetadataUtils.newAttachHeadersInterceptor(metadata);
  }

  private static UpdateClientRequest reprioritize(String id, JsonNode input) {
    return UpdateClientRequest.newBuilder()
        .setClientId(id)
        .setClient(Client.newBuilder().setClientPriority(priority(input)))
        .setUpdateMask(FieldMask.newBuilder().addPaths("client_priority")).build();
  }

  private Assignment planned(int i, LocalDate firstDate, double hours) {
    Assignment.Builder row = Assignment.newBuilder()
        .setUserId(worker)
        .setProjectId(project)
        .setDate(firstDate.plusDays(i / 2).toString())
        .setHours(hours);
    if (i % 2 == 0) {
      row.setCapabilityId(capability);
    }
    return row.build();
  }

  private static UpsertAssignmentsRequest upsert(List<Assignment> rows) {
    return UpsertAssignmentsRequest.newBuilder().setBatch(AssignmentBatch.newBuilder().addAllItems(rows)).build();
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
    sums.put("withCapability", rows.stream().filter(Assignment::hasCapabilityId).count());
    sums.put("hours", rows.stream().mapToDouble(Assignment::getHours).sum());
    return sums;
  }

  private static Map<String, Object> fields(Client client) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("companyName", client.getCompanyName());
    fields.put("email", client.hasEmail() ? client.getEmail() : null);
    fields.put("website", client.hasWebsite() ? client.getWebsite() : null);
    fields.put("countryCode", client.hasCountryCode() ? client.getCountryCode() : null);
    fields.put("categories", client.getCategoriesList());
    fields.put("image", client.hasImage() ? client.getImage() : null);
    fields.put("accountManagerId", client.hasAccountManagerId() ? client.getAccountManagerId() : null);
    fields.put("isActive", client.getIsActive());
    fields.put("clientPriority", value("CLIENT_PRIORITY_", client.getClientPriority()));
    fields.put("version", client.getVersion());
    return fields;
  }

  private static Map<String, Object> fields(TimeOff request) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("status", value("TIME_OFF_STATUS_", request.getStatus()));
    fields.put("startDate", request.getStartDate());
    fields.put("endDate", request.getEndDate());
    fields.put("availability", request.getAvailability());
    fields.put("reason", request.hasReason() ? request.getReason() : null);
    fields.put("rejectionReason", request.hasRejectionReason() ? request.getRejectionReason() : null);
    fields.put("decidedById", request.hasDecidedById() ? request.getDecidedById() : null);
    fields.put("decidedAt", request.hasDecidedAt() ? request.getDecidedAt().toString() : null);
    return fields;
  }

  private static Map<String, Object> fields(Project project) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("name", project.getName());
    fields.put("status", value("PROJECT_STATUS_", project.getStatus()));
    fields.put("billingType", value("BILLING_TYPE_", project.getBillingType()));
    fields.put("isBillable", project.getIsBillable());
    fields.put("amount", project.hasAmount() ? project.getAmount() : null);
    fields.put("hourlyRate", project.hasHourlyRate() ? project.getHourlyRate() : null);
    fields.put("currency", project.hasCurrency() ? project.getCurrency() : null);
    return fields;
  }

  private static Map<String, Object> fields(Rates rates) {
    return Map.of(
        "owner", value("RATE_OWNER_", rates.getOwner()),
        "version", rates.getVersion(),
        "items", rates.getItemsList().stream().map(Grpc::fields).toList());
  }

  private static Map<String, Object> fields(Rate rate) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("kind", value("RATE_KIND_", rate.getKind()));
    fields.put("validFrom", rate.hasValidFrom() ? rate.getValidFrom() : null);
    fields.put("amount", rate.hasAmount() ? rate.getAmount() : null);
    fields.put("currency", rate.getCurrency());
    fields.put("user", rate.hasUserId());
    fields.put("capability", rate.hasCapabilityId());
    return fields;
  }

  private static Map<String, Object> fields(BudgetItem item) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("validFrom", item.hasValidFrom() ? item.getValidFrom() : null);
    fields.put("hours", item.hasHours() ? item.getHours() : null);
    fields.put("amount", item.hasAmount() ? item.getAmount() : null);
    fields.put("period", value("BUDGET_PERIOD_", item.getPeriod()));
    return fields;
  }

  private static Map<String, Object> fields(MoneyItem item) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("name", item.getName());
    fields.put("currency", item.getCurrency());
    fields.put("method", value("MONEY_METHOD_", item.getMethod()));
    fields.put("spentHours", item.getBudget().hasSpentHours() ? item.getBudget().getSpentHours() : null);
    fields.put("values", item.getValuesList().stream().map(Grpc::figures).toList());
    return fields;
  }

  /** The figures of a series. Those that are not numbers are null. */
  private static List<Double> figures(MoneyValues series) {
    return series.getFiguresList().stream().map(figure -> figure.isNaN() ? null : figure).toList();
  }

  private static Map<String, Object> fields(MoneyLine line) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("date", line.getDate());
    fields.put("hours", line.hasHours() ? line.getHours() : null);
    fields.put("capability", line.hasCapabilityId());
    fields.put("rate", line.hasRate() ? line.getRate() : null);
    fields.put("rateLevel", value("RATE_LEVEL_", line.getRateLevel()));
    fields.put("amount", line.hasAmount() ? line.getAmount() : null);
    fields.put("currency", line.hasCurrency() ? line.getCurrency() : null);
    fields.put("timesheetStatus", line.hasTimesheetStatus() ? value("TIMESHEET_STATUS_", line.getTimesheetStatus()) : null);
    return fields;
  }

  private static Map<String, Object> fields(Proposal proposal) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("title", proposal.getTitle());
    fields.put("note", proposal.hasNote() ? proposal.getNote() : null);
    fields.put("visibility", value("PROPOSAL_VISIBILITY_", proposal.getVisibility()));
    fields.put("source", value("PROPOSAL_SOURCE_", proposal.getSource()));
    fields.put("status", value("PROPOSAL_STATUS_", proposal.getStatus()));
    fields.put("rows", proposal.getRows());
    fields.put("expiresAt", proposal.hasExpiresAt() ? proposal.getExpiresAt().toString() : null);
    fields.put("outcome", proposal.hasOutcome() ? fields(proposal.getOutcome()) : null);
    fields.put("revertsId", proposal.hasRevertsId() ? proposal.getRevertsId() : null);
    fields.put("version", proposal.getVersion());
    return fields;
  }

  private static Map<String, Object> fields(ProposalOutcome outcome) {
    return Map.of(
        "created", outcome.getCreated(),
        "updated", outcome.getUpdated(),
        "deleted", outcome.getDeleted(),
        "unchanged", outcome.getUnchanged(),
        "skipped", outcome.getSkipped());
  }

  private static Map<String, Object> fields(ProposalHours hours) {
    return Map.of(
        "planned", hours.getPlanned(), "tentative", hours.getTentative(), "free", hours.getFree(), "over", hours.getOver());
  }

  private static Map<String, Object> fields(ProposalFigure figure) {
    return Map.of("before", figure.getBefore(), "after", figure.getAfter());
  }

  private static Map<String, Object> fields(ProposalDifference row) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("date", row.getKey().getDate());
    fields.put("before", row.hasBefore() ? row.getBefore().getHours() : null);
    fields.put("after", row.hasAfter() ? row.getAfter().getHours() : null);
    fields.put("base", row.hasBase() ? row.getBase().getHours() : null);
    fields.put("conflict", row.hasConflict() ? value("PROPOSAL_CONFLICT_", row.getConflict()) : null);
    return fields;
  }

  private ApplyProposalRequest application(ProposalApplication application) {
    return ApplyProposalRequest.newBuilder().setProposalId(proposal).setApplication(application).build();
  }

  /** Rows of the user and the project. */
  private List<Assignment> onDays(JsonNode days) {
    List<Assignment> items = new ArrayList<>();
    for (JsonNode day : days) {
      items.add(Assignment.newBuilder()
          .setUserId(worker)
          .setProjectId(project)
          .setDate(day.get("date").textValue())
          .setHours(day.get("hours").doubleValue())
          .build());
    }
    return items;
  }

  private List<Object> readDays(ListAssignmentsRequest request) {
    return Paging.rows(admin.assignments()::listAssignments, request, page -> page.getData().getItemsList())
        .<Object>map(row -> Map.of("date", row.getDate(), "hours", row.getHours())).toList();
  }

  private static Map<String, Object> fields(Webhook webhook) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("url", webhook.getUrl());
    fields.put("types", webhook.getTypesList());
    fields.put("name", webhook.hasName() ? webhook.getName() : null);
    fields.put("state", value("WEBHOOK_STATE_", webhook.getState()));
    fields.put("cursor", webhook.getCursor());
    fields.put("secret", webhook.getSecret().startsWith(Scenario.SECRET_PREFIX));
    fields.put("failing", webhook.hasLastError());
    fields.put("version", webhook.getVersion());
    return fields;
  }

  private static ClientPriority priority(JsonNode input) {
    return ClientPriority.valueOf("CLIENT_PRIORITY_" + input.get("clientPriority").textValue().toUpperCase(Locale.ROOT));
  }

  private static String upper(JsonNode word) {
    return word.textValue().toUpperCase(Locale.ROOT);
  }

  private static String value(String prefix, Enum<?> constant) {
    return constant.name().substring(prefix.length()).toLowerCase(Locale.ROOT);
  }

  private static WatchEventsRequest.Builder after(long seq) {
    return WatchEventsRequest.newBuilder().setAfter(Long.toString(seq));
  }

  private static Map<String, Object> outcome(Event event) {
    Map<String, Object> outcome = new HashMap<>();
    outcome.put("type", event.getType());
    outcome.put("companyName", event.getAfter().getFieldsOrThrow("companyName").getStringValue());
    return outcome;
  }
}
