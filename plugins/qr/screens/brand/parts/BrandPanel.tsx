import { IconEdit, IconPlus } from '@arco-design/web-react/icon';
import { Button, Panel, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { BUILT_IN, SAMPLE_ADDRESS } from '../../../codes/design/presets/built-in.ts';
import { usePresets } from '../../../codes/design/presets/parts/use-presets.ts';
import { CodePicture } from '../../../codes/parts/CodePicture.tsx';
import styles from './brand.module.css';
import { DesignSwatches } from './DesignSwatches.tsx';

const SIDE = 132;

/** What new codes begin with: its picture, colours and logo; without a brand what one is for, and where it begins. */
export function BrandPanel() {
  const words = useWords();
  const may = usePermission();
  const [, set] = useQuery();
  const presets = usePresets();
  if (presets === undefined) return null;
  const brand = presets.find(({ is_brand }) => is_brand);
  const design = brand?.design ?? BUILT_IN.classic;
  return (
    <Panel>
      <div className={styles.brand}>
        <CodePicture address={SAMPLE_ADDRESS} size={SIDE} design={design} isDecorative />
        <div className={styles.about}>
          <h2 className={styles.title}>{brand?.name ?? words('qr.brand.none')}</h2>
          {brand === undefined ? null : <DesignSwatches design={design} />}
          <p className={styles.help}>{words(brand === undefined ? 'qr.brand.none.text' : 'qr.brand.text')}</p>
          {brand !== undefined && may('qr.design_preset:update') ? (
            <Button icon={<IconEdit />} onClick={() => set({ drawer: `edit:${brand.id}` })}>
              {words('qr.brand.edit')}
            </Button>
          ) : null}
          {brand === undefined && may('qr.design_preset:create') ? (
            <Button icon={<IconPlus />} onClick={() => set({ drawer: 'create' })}>
              {words('qr.brand.create')}
            </Button>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
