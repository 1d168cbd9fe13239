import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ receiver }) => `${receiver}.use(csrf({ cookie: true }))`,
  python: ({ text, line }) => {
    const without = text.replace(
      /,?\s*(?:require_csrf|csrf\w*|xsrf_cookies|check_\w+)\s*=\s*False|@csrf_exempt/i,
      '',
    );
    return without === text ? `# leave out what overrides the check:\n# ${line}` : without;
  },
  java: ({ receiver }) => `${receiver}.csrf(Customizer.withDefaults())`,
};
