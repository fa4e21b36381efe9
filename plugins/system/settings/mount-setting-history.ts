import { platformSettingsShape } from '@waypost/contract';
import type { PlatformContext } from '@waypost/sdk/platform';
import type { SettingHistoryCalls } from './calls.ts';

const PAGE_SIZE = 20;

/**
 * Mounts the history of a screen's settings. `shown`: changes of any of these are told; `undoable`: what the screen's right
 * is enough to put back.
 */
export function mountSettingHistory(
  context: PlatformContext,
  calls: SettingHistoryCalls,
  { shown, undoable }: { shown: readonly string[]; undoable: readonly string[] },
): void {
  const mayUndo = ({ name }: { name: string }) => undoable.includes(name) && name in platformSettingsShape;
  context.call(calls.history, async ({ page = 1, page_size = PAGE_SIZE }) => {
    const { content, count } = await context.installation.settingChanges({ names: shown, page, page_size });
    return {
      content: content.map((change) => ({
        ...change,
        changes: [...change.changes],
        is_undoable: change.changes.every(mayUndo),
      })),
      count,
    };
  });
  context.call(calls.undo, async ({ id }, request) => {
    await context.installation.undoSettings(id, undoable, request);
    return null;
  });
}
