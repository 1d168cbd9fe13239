/** Sent with what a signed-in page asks: a form or a link of another site cannot send it (see docs/security.md). */
export const sessionHeader = { 'x-parapet-session': '1' } as const;
