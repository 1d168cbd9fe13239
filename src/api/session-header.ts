/**
 * What pages of ours send with each request to the interface, beside the session's cookie. A form cannot, and a script of
 * another origin may not.
 */
export const sessionHeader = 'x-parapet-session';
