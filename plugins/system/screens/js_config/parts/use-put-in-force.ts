import { notify, useAction, useReloadArea, useWords } from '@waypost/host-sdk';
import { type TemplateView, templateBuiltIn, templateRestore } from '../calls.ts';

/** Puts something that was in force before in force again: one press, as the next press takes it back. */
export function usePutInForce({ jump_type, version }: Pick<TemplateView, 'jump_type' | 'version'>) {
  const words = useWords();
  const { run: restore, isRunning } = useAction(templateRestore);
  const { run: builtIn, isRunning: isLeaving } = useAction(templateBuiltIn);
  const reload = useReloadArea(templateRestore.area);
  // What went wrong has been said; what is in force now is shown either way.
  const done = (work: Promise<unknown>, text: string) =>
    work
      .then(
        () => notify.success(text),
        () => undefined,
      )
      .then(reload);
  return {
    isRunning: isRunning || isLeaving,
    restore: (restores: number) =>
      done(
        restore({ jump_type, version, restores }),
        words('system.js_config.restored', { number: restores }),
      ),
    builtIn: () => done(builtIn({ jump_type, version }), words('system.js_config.built_in.done')),
  };
}
