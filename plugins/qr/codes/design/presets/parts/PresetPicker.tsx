import { IconSave } from '@arco-design/web-react/icon';
import { Button, Drawer, ResourceForm, usePermission, useResource, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { CodePicture } from '../../../parts/CodePicture.tsx';
import type { Design } from '../../values.ts';
import { BUILT_IN, type BuiltIn, isSameDesign, SAMPLE_ADDRESS, takeBuiltIn } from '../built-in.ts';
import { designPresetResource } from '../resource.ts';
import styles from './preset-picker.module.css';
import { usePresets } from './use-presets.ts';

const SIDE = 56;
const NAMES = Object.keys(BUILT_IN) as BuiltIn[];

export interface PresetPickerProps {
  design: Design;
  onChoose: (design: Design) => void;
  /** What is shown can be kept under a name. */
  canKeep?: boolean;
}

/** Designs to begin with: the brand, what was kept, and those that come with the product, whose logo is the one that is there. */
export function PresetPicker({ design, onChoose, canKeep = true }: PresetPickerProps) {
  const words = useWords();
  const may = usePermission();
  const own = usePresets() ?? [];
  const [isKeeping, setKeeping] = useState(false);
  const labelId = useId();
  const isKept = own.some((one) => isSameDesign(one.design, design));
  return (
    <div className={styles.picker}>
      <div className={styles.head}>
        <span id={labelId} className={styles.label}>
          {words('qr.presets')}
        </span>
        {canKeep && may('qr.design_preset:create') ? (
          <Button kind="text" icon={<IconSave />} isDisabled={isKept} onClick={() => setKeeping(true)}>
            {words('qr.presets.keep')}
          </Button>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser. */}
      <div className={styles.tiles} role="group" aria-labelledby={labelId}>
        {own.map(({ id, name, design: kept, is_brand }) => (
          <Tile
            key={id}
            name={name}
            note={is_brand ? words('qr.design_preset.is_brand.tag') : undefined}
            design={kept}
            isOn={isSameDesign(kept, design)}
            onClick={() => onChoose(kept)}
          />
        ))}
        {NAMES.map((name) => {
          const built = takeBuiltIn(name, design);
          return (
            <Tile
              key={name}
              name={words(`qr.presets.${name}`)}
              design={built}
              isOn={isSameDesign(built, design)}
              onClick={() => onChoose(built)}
            />
          );
        })}
      </div>
      {isKeeping ? <KeepDrawer design={design} onClose={() => setKeeping(false)} /> : null}
    </div>
  );
}

interface TileProps {
  name: string;
  note?: string | undefined;
  design: Design;
  isOn: boolean;
  onClick: () => void;
}

function Tile({ name, note, design, isOn, onClick }: TileProps) {
  return (
    <button type="button" className={styles.tile} aria-pressed={isOn} onClick={onClick}>
      <CodePicture address={SAMPLE_ADDRESS} size={SIDE} design={{ ...design, quiet_zone: 1 }} isDecorative />
      <span className={styles.name}>{name}</span>
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
    </button>
  );
}

/** Asks under what name a design is kept, and whether new codes are to begin with it. */
function KeepDrawer({ design, onClose }: { design: Design; onClose: () => void }) {
  const words = useWords();
  const { reload } = useResource(designPresetResource);
  return (
    <ResourceForm
      resource={designPresetResource}
      mode="create"
      only={['name', 'is_brand']}
      sections={[{ fields: ['name', 'is_brand'] }]}
      about="keep"
      toBody={(values) => ({ ...values, design })}
      frame={({ body, buttons, onClose: close }) => (
        <Drawer title={words('qr.presets.keep.title')} width={480} isOpen onClose={close} footer={buttons}>
          {body}
        </Drawer>
      )}
      onCancel={onClose}
      onSaved={() => {
        void reload();
        onClose();
      }}
    />
  );
}
