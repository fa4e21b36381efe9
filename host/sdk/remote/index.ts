export * from './remote.ts';
export * from './resource-screen.tsx';
