export * from './check-release.ts';
export * from './check-remote.ts';
export * from './check-words.ts';
export * from './compare-words.ts';
export * from './fault.ts';
export * from './plugin-files.ts';
