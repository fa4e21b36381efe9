export * from './remote.ts';
export * from './screens.ts';
export * from './shell.ts';
