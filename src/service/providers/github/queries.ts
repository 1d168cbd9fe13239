/** GraphQL is asked where the REST interface says too little: threads, whether they are resolved, and whose they are. */

export const comments = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        nodes { id body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

export const reviewThreads = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        nodes { id isResolved comments(first: 1) { nodes { id body viewerDidAuthor } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

export const updateReviewComment = `mutation ($id: ID!, $body: String!) {
  updatePullRequestReviewComment(input: { pullRequestReviewCommentId: $id, body: $body }) { clientMutationId }
}`;

export const updateIssueComment = `mutation ($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { clientMutationId }
}`;

export const resolveThread = `mutation ($id: ID!) {
  resolveReviewThread(input: { threadId: $id }) { clientMutationId }
}`;

export const unresolveThread = `mutation ($id: ID!) {
  unresolveReviewThread(input: { threadId: $id }) { clientMutationId }
}`;
