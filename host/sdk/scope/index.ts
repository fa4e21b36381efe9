export { type OwnerScope, type OwnerScopeInUse, parseOwnerScope, scopeInUseAtom } from './owner-scope.ts';
export { type OwnerScopeChoice, type OwnerScopeOptions, useOwnerScope } from './use-owner-scope.ts';
