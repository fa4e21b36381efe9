export * from './shown-thing.ts';
export * from './ThingPage.tsx';
