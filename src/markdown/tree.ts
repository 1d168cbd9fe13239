/** Markdown as data: what a reader may see, and nothing else. There is no kind for HTML, and none that loads anything. */

export type Align = 'left' | 'center' | 'right' | null;

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' }
  /** So many characters are left out. */
  | { readonly type: 'more'; readonly characters: number }
  | { readonly type: 'strong' | 'emphasis' | 'deleted'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly target: LinkTarget; readonly children: readonly Inline[] }
  /** An image is named, with where it would come from; it is never fetched. */
  | { readonly type: 'image'; readonly text: string; readonly host: string };

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | {
      readonly type: 'list';
      readonly start: number | null;
      readonly items: readonly { readonly checked: boolean | null; readonly children: readonly Block[] }[];
    }
  | {
      readonly type: 'table';
      readonly align: readonly Align[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
      /** Rows that are left out. */
      readonly more: number;
    }
  | { readonly type: 'rule' };

export type LinkTarget =
  | { readonly kind: 'file'; readonly path: string; readonly line?: number | undefined }
  | { readonly kind: 'issue'; readonly issueId: string }
  /** `host` is what stands beside the text: empty where the text says it already. */
  | { readonly kind: 'web'; readonly url: string; readonly host: string };
