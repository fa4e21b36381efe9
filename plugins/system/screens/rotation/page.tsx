import { ResourceList, Tag, useWords } from '@waypost/host-sdk';
import { ShowStatus } from '../../content/values.ts';
import { PictureControl } from '../../pictures/kept-pictures.tsx';
import { JumpAddress } from './parts/JumpAddress.tsx';
import { RotationPreview } from './parts/RotationPreview.tsx';
import { SmallPicture } from './parts/SmallPicture.tsx';
import { rotation } from './resource.ts';

const CONTROLS = { picture: PictureControl, jump_address: JumpAddress };
const SECTIONS = [
  { fields: ['title', 'description', 'picture', 'type'] },
  { name: 'jump', fields: ['jump_type', 'jump_address'] },
  { name: 'en_us', fields: ['title_en_us', 'description_en_us'] },
  { name: 'sw_ke', fields: ['title_sw_ke', 'description_sw_ke'] },
  { name: 'place', fields: ['show_status', 'sort', 'remarks'] },
];

/** Pictures and words that go round on the home page, and how often each was followed. */
export function Page() {
  const words = useWords();
  return (
    <ResourceList
      resource={rotation}
      title="menu.rotation"
      form={{ controls: CONTROLS, sections: SECTIONS, extra: <RotationPreview /> }}
      columns={[
        { field: 'title', width: 180, priority: 0 },
        {
          field: 'picture',
          width: 110,
          priority: 5,
          render: ({ picture }) => <SmallPicture picture={picture} />,
        },
        { field: 'type', width: 150, priority: 3 },
        {
          field: 'jump_type',
          width: 130,
          priority: 4,
          render: ({ jump_type, jump_address }) =>
            words(jump_address === '' ? 'system.rotation.no_jump' : `system.rotation.jump_type.${jump_type}`),
        },
        {
          field: 'show_status',
          width: 110,
          priority: 1,
          render: ({ show_status }) => (
            <Tag tone={show_status === ShowStatus.shown ? 'good' : 'neutral'}>
              {words(`system.rotation.show_status.${show_status}`)}
            </Tag>
          ),
        },
        { field: 'click_count', align: 'right', width: 110, priority: 2 },
        { field: 'sort', align: 'right', width: 90, priority: 6 },
        { field: 'jump_address', isHidden: true },
        { field: 'description', isHidden: true },
        { field: 'remarks', isHidden: true },
      ]}
    />
  );
}
