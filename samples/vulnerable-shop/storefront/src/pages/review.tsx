export interface Review {
  author: string;
  stars: number;
  html: string;
}

export function ReviewCard({ review }: { review: Review }) {
  return (
    <article>
      <h3>{review.author}</h3>
      <p>{'★'.repeat(review.stars)}</p>
      <p>{review.html}</p>
    </article>
  );
}

/** Shows the text that the address of the page carries, so that a review can be shared as a link. */
export function SharedReview() {
  const text = new URLSearchParams(window.location.search).get('text') ?? '';
  return <div className="shared" dangerouslySetInnerHTML={{ __html: text }} />;
}
