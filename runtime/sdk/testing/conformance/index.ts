export * from '../../conformance/index.ts';
export * from './check-definition.ts';
export * from './check-plugin-folder.ts';
