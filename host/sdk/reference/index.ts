export * from './ReferenceSelect.tsx';
export * from './ReferenceTitle.tsx';
