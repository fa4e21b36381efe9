export * from './ReferenceLink.tsx';
export * from './ReferenceSelect.tsx';
export * from './ReferenceTitle.tsx';
export { usePaused } from './use-reference.ts';
