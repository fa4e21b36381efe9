import type { PluginContext } from '@waypost/sdk';
import { presetsCall } from '../../codes/design/presets/calls.ts';
import { designPresetResource } from '../../codes/design/presets/resource.ts';
import { bindDesignPresets, ownPresets } from '../../codes/design/presets/service.ts';
import { createStudio } from '../../codes/design/studio.ts';

/** Mounts the designs that owners keep; docs/http.md, "Designs". */
export function mountDesignPresets(context: PluginContext): void {
  const studio = createStudio();
  context.onDispose(studio.close);
  context.resource(designPresetResource, bindDesignPresets(context, studio));
  context.call(presetsCall, (_body, { caller }) => ownPresets(context, caller.id));
}
