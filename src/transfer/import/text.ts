/** Entities that the original has produced since 2023, and those of its first version (contract §5, caution a). */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
  '&#34;': '"',
};

/** Decodes each entity once, so that `&amp;lt;` becomes `&lt;` as the author typed it. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|#39|#34);/g, (entity) => entities[entity] ?? entity);
}
