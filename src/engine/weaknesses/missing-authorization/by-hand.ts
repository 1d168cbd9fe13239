import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: () => 'if (found.ownerId !== req.user.id) return res.sendStatus(403);',
  python: () => 'if found.owner_id != current_user.id:\n    abort(403)',
  java: () =>
    'if (!found.getOwner().equals(principal.getName())) throw new AccessDeniedException("not yours");',
};
