export * from './create-pdf.ts';
export { openFonts } from './open-fonts.ts';
export * from './text-outline.ts';
export type { TrueTypeFont } from './true-type.ts';
