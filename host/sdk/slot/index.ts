export * from './context.tsx';
export * from './contribution.ts';
export * from './Slot.tsx';
export * from './use-list-slots.tsx';
