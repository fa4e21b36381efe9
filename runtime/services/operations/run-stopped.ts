/** Why a run was stopped from outside. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  constructor(readonly reason: 'cancelled' | 'stopping' | 'lost') {
    super(reason);
  }
}
