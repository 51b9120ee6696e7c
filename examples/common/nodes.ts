export interface Connection<Node> {
  readonly edges: readonly { readonly node: Node }[];
}

/** The records of a page of a list. */
export const nodesOf = <Node>({ edges }: Connection<Node>): readonly Node[] => edges.map(({ node }) => node);
