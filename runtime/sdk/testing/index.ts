export * from './call-refused.ts';
export * from './given-pictures.ts';
export * from './read-pdf.ts';
export * from './test-plugin.ts';
export type * from './types.ts';
