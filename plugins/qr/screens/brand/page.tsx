import { IconCheckCircle, IconMinusCircle } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import {
  Absent,
  type ControlComponent,
  Page as Frame,
  notify,
  ResourceList,
  type RowAction,
  Tag,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { designPresetResource } from '../../codes/design/presets/resource.ts';
import { PresetDesignControl } from '../set_qr_code/parts/DesignControl.tsx';
import { BrandPanel } from './parts/BrandPanel.tsx';
import { DesignName } from './parts/DesignName.tsx';
import { DesignSwatches } from './parts/DesignSwatches.tsx';

type Preset = RowOf<typeof designPresetResource>;
const CONTROLS: Readonly<Record<string, ControlComponent>> = { design: PresetDesignControl };
const SECTIONS = [
  { fields: ['name', 'is_brand'] },
  { name: 'design', fields: ['design'], hiddenLabels: ['design'] },
];

/** The brand that new codes begin with, and designs that are kept to be chosen again. */
export function Page() {
  const words = useWords();
  return (
    <Frame title={words('menu.brand')} text={words('qr.design_preset.text')}>
      <BrandPanel />
      <ResourceList
        resource={designPresetResource}
        title="qr.design_preset.title"
        form={{ controls: CONTROLS, sections: SECTIONS }}
        rowActions={useBrandActions()}
        columns={[
          { field: 'name', render: (row) => <DesignName name={row.name} design={row.design} /> },
          {
            field: 'design',
            width: 240,
            priority: 2,
            render: (row) => <DesignSwatches design={row.design} />,
          },
          {
            field: 'is_brand',
            title: 'qr.design_preset.is_brand.tag',
            width: 140,
            priority: 1,
            render: ({ is_brand }) =>
              is_brand ? <Tag tone="good">{words('qr.design_preset.is_brand.tag')}</Tag> : <Absent />,
          },
          { field: 'update_time', width: 164, priority: 3 },
        ]}
      />
    </Frame>
  );
}

/** A design becomes the brand, or is none any more. */
function useBrandActions(): RowAction<Preset>[] {
  const words = useWords();
  const { update } = useResource(designPresetResource);
  const turn = async ({ id, version, name }: Preset, is_brand: boolean) => {
    await update({ id, version, is_brand });
    notify.success(words(is_brand ? 'qr.design_preset.use.done' : 'qr.design_preset.leave.done', { name }));
  };
  const permission = 'qr.design_preset:update';
  return [
    {
      name: 'use',
      label: 'qr.design_preset.use',
      icon: <IconCheckCircle />,
      permission,
      isVisible: (row) => !row.is_brand,
      run: (row) => turn(row, true),
    },
    {
      name: 'leave',
      label: 'qr.design_preset.leave',
      icon: <IconMinusCircle />,
      permission,
      isVisible: (row) => row.is_brand,
      run: (row) => turn(row, false),
    },
  ];
}
