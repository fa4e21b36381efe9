export { type OwnerScope, type OwnerScopeInUse, parseOwnerScope, scopeInUseAtom } from './owner-scope.ts';
export * from './use-owner-scope.ts';
