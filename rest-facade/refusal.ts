/** A request that v2.1 refuses before it asks the graph: the status and the contract's sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(sentence);
  }
}
