/** The website of an event, or else its page. */
export const pageOfEvent = (
  { websiteUrl, slug }: { readonly websiteUrl: string | null; readonly slug: string },
  origin: string,
): string => websiteUrl ?? `${origin}/event/${encodeURIComponent(slug)}`;
