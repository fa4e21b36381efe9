export * from '../conformance/index.ts';
