/** Forms of bills of materials. */
export const bomFormats = ['cyclonedx-1.6', 'cyclonedx-1.7', 'spdx-2.3', 'spdx-json-3.0'] as const;
export type BomFormat = (typeof bomFormats)[number];
