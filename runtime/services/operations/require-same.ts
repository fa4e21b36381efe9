import { errors } from '@waypost/contract';
import type { Caller, SignedRequest } from '@waypost/sdk';
import type { AskedFor, OperationDocument } from './document.ts';

/** Nodes that say how far somebody sees: beyond what is their own. */
const REACH = ':read_all';

/** What is written down beside an operation of the call that begins it; null where no call does. */
export function askedFor({ asks, caller }: SignedRequest): AskedFor | null {
  return asks === undefined ? null : { ...asks, reach: reachOf(caller) };
}

/** The same of what is repeated as new work; `isRenewed` as below. A row of an older version is what begins now. */
export function askedAgain(
  { asks }: Pick<OperationDocument, 'asks'>,
  { caller }: SignedRequest,
  isRenewed: boolean,
): Pick<OperationDocument, 'asks'> {
  if (asks === undefined) return {};
  return { asks: asks !== null && isRenewed ? { ...asks, reach: reachOf(caller) } : asks };
}

const reachOf = ({ isSuper, permissions }: Caller): AskedFor['reach'] => ({
  isSuper,
  nodes: [...permissions].filter((node) => node.endsWith(REACH)),
});

/**
 * Repeating something takes what beginning it took: the right, the reach, and where that was a code of the second factor, a code.
 * With `isRenewed` its input is made anew for whoever repeats it, and has their own reach.
 */
export function createRequireSame({
  requireSecondFactor,
}: {
  requireSecondFactor(code: string | undefined, request: SignedRequest): Promise<void>;
}) {
  /** A transaction that is tried again asks again, and each code is good for once. */
  const proven = new WeakSet<SignedRequest>();
  return async (
    { asks }: Pick<OperationDocument, 'asks'>,
    request: SignedRequest,
    { isRenewed }: { isRenewed: boolean },
  ): Promise<void> => {
    if (asks === null) return;
    const { caller } = request;
    // Of a row of an older version nobody knows what it took.
    if (asks?.reach === undefined) return requireNodes(caller, { isSuper: true, nodes: [] });
    const { hasCode, isPersonal, permission, reach } = asks;
    if (isPersonal && caller.actor !== undefined) throw errors.actingRefused.create();
    requireNodes(caller, { isSuper: false, nodes: permission === undefined ? [] : [permission] });
    if (!isRenewed) requireNodes(caller, reach);
    if (!hasCode || proven.has(request)) return;
    await requireSecondFactor(request.secondFactor, request);
    proven.add(request);
  };
}

/** @throws AppError `forbidden` 403 */
function requireNodes(caller: Caller, { isSuper, nodes }: AskedFor['reach']): void {
  if (caller.isSuper) return;
  if (isSuper) throw errors.forbidden.create({ permission: '*' });
  const permission = nodes.find((node) => !caller.permissions.has(node));
  if (permission !== undefined) throw errors.forbidden.create({ permission });
}
