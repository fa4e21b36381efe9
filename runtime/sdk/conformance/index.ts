export * from './check-definition.ts';
export * from './check-plugin-folder.ts';
export * from './check-release.ts';
export * from './check-remote.ts';
export * from './compare-words.ts';
export * from './fault.ts';
export * from './plugin-files.ts';
