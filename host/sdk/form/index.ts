export * from './context.tsx';
export * from './control-model.ts';
export * from './control-props.ts';
export * from './draft.ts';
export * from './FieldArray.tsx';
export * from './fields.tsx';
export * from './ResourceForm.tsx';
export * from './TagInput.tsx';
export { useHasUnsavedWork } from './unsaved-work.ts';
