import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AssignmentsApi;
import org.openapitools.client.api.ClientsApi;
import org.openapitools.client.api.ProjectsApi;
import org.openapitools.client.api.UsersApi;
import org.openapitools.client.model.Assignment;
import org.openapitools.client.model.AssignmentBatchInput;
import org.openapitools.client.model.AssignmentInput;
import org.openapitools.client.model.Client;
import org.openapitools.client.model.ClientInput;
import org.openapitools.client.model.ClientPatch;
import org.openapitools.client.model.ErrorBody;
import org.openapitools.client.model.Project;
import org.openapitools.client.model.UserPage;

/** Uses the client that openapi-generator has made of the document. */
public class Main {
  public static void main(String[] args) throws Exception {
    ApiClient api = new ApiClient();
    api.updateBaseUri(System.getenv("WORKPLAN_HTTP"));
    api.setRequestInterceptor(r -> r.header("Authorization", "Bearer " + System.getenv("WORKPLAN_KEY")));

    Set<UUID> users = new HashSet<>();
    String cursor = null;
    do {
      var request = UsersApi.APIListUsersRequest.newBuilder().limit(5).cursor(cursor).build();
      UserPage page = new UsersApi(api).listUsers(request).getData();
      page.getItems().forEach(user -> users.add(user.getId()));
      cursor = page.getNextCursor();
    } while (users.size() < 10);
    check(users.size() == 10, users);

    Client created = create(api, new ClientInput().companyName("java").website("https://example.com"));
    check("https://example.com".equals(created.getWebsite()), created);
    var update = ClientsApi.APIUpdateClientRequest.newBuilder()
        .clientId(created.getId()).clientPatch(new ClientPatch().website(null)).build();
    Client cleared = new ClientsApi(api).updateClient(update).getData();
    check(cleared.getWebsite() == null && cleared.getCompanyName().equals("java"), cleared);

    var first = ProjectsApi.APIListProjectsRequest.newBuilder().limit(1).build();
    Project project = new ProjectsApi(api).listProjects(first).getData().getItems().get(0);
    AssignmentInput hours = new AssignmentInput()
        .userId(users.iterator().next()).projectId(project.getId()).date(project.getEndDate()).hours(2.5);
    var upsert = AssignmentsApi.APIUpsertAssignmentsRequest.newBuilder()
        .assignmentBatchInput(new AssignmentBatchInput().items(List.of(hours))).build();
    List<Assignment> planned = new AssignmentsApi(api).upsertAssignments(upsert).getData();
    check(planned.get(0).getHours() == 2.5, planned);

    try {
      create(api, new ClientInput().companyName("x"));
      throw new AssertionError("a name of one character is accepted");
    } catch (ApiException e) {
      ErrorBody body = new ObjectMapper().readValue(e.getResponseBody(), ErrorBody.class);
      check(e.getCode() == 400 && body.getError().getCode().equals("validation_failed"), e);
    }
  }

  private static Client create(ApiClient api, ClientInput input) throws ApiException {
    var request = ClientsApi.APICreateClientRequest.newBuilder().clientInput(input).build();
    return new ClientsApi(api).createClient(request).getData();
  }

  private static void check(boolean right, Object seen) {
    if (!right) {
      throw new AssertionError(seen);
    }
  }
}
