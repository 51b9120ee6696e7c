/** What the original escaped since 2023, and its first version before (contract §5, caution a). */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
  '&#34;': '"',
};

/** The text that was meant: each entity is read once, so that `&amp;lt;` becomes `&lt;` as its author wrote it. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|#39|#34);/g, (entity) => entities[entity] ?? entity);
}
