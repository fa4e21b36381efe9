import {
  IconApps,
  IconArchive,
  IconBook,
  IconBranch,
  IconBug,
  IconCalendar,
  IconCalendarClock,
  IconCheckCircle,
  IconCheckSquare,
  IconClockCircle,
  IconCloud,
  IconCode,
  IconCompass,
  IconDashboard,
  IconDelete,
  IconDesktop,
  IconDownload,
  IconEmail,
  IconExclamationCircle,
  IconExperiment,
  IconExport,
  IconEye,
  IconFile,
  IconFindReplace,
  IconFolder,
  IconGift,
  IconHistory,
  IconHome,
  IconIdcard,
  IconImage,
  IconImport,
  IconInteraction,
  IconLanguage,
  IconLink,
  IconList,
  IconLiveBroadcast,
  IconLocation,
  IconLock,
  IconMessage,
  IconMindMapping,
  IconOrderedList,
  IconPlus,
  IconPrinter,
  IconPublic,
  IconQrcode,
  IconRobot,
  IconSafe,
  IconScan,
  IconSchedule,
  IconSearch,
  IconSend,
  IconSettings,
  IconStamp,
  IconStar,
  IconStop,
  IconStorage,
  IconSwap,
  IconSync,
  IconTags,
  IconThunderbolt,
  IconTool,
  IconUser,
  IconUserGroup,
} from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';

/** Three bars: Arco has no picture for figures. Drawn as its pictures are. */
function Bars() {
  return (
    <svg
      className="arco-icon"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M5 42h38M12 34V22M24 34V7M36 34V15" />
    </svg>
  );
}

/** Icons that a menu node may name. A plugin from outside that names another gets the plain one. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  apps: <IconApps />,
  archive: <IconArchive />,
  book: <IconBook />,
  branch: <IconBranch />,
  bug: <IconBug />,
  calendar: <IconCalendar />,
  'calendar-clock': <IconCalendarClock />,
  chart: <Bars />,
  'check-circle': <IconCheckCircle />,
  'check-square': <IconCheckSquare />,
  clock: <IconClockCircle />,
  cloud: <IconCloud />,
  code: <IconCode />,
  compass: <IconCompass />,
  dashboard: <IconDashboard />,
  delete: <IconDelete />,
  desktop: <IconDesktop />,
  download: <IconDownload />,
  email: <IconEmail />,
  'exclamation-circle': <IconExclamationCircle />,
  experiment: <IconExperiment />,
  export: <IconExport />,
  eye: <IconEye />,
  file: <IconFile />,
  'find-replace': <IconFindReplace />,
  folder: <IconFolder />,
  gift: <IconGift />,
  history: <IconHistory />,
  home: <IconHome />,
  idcard: <IconIdcard />,
  image: <IconImage />,
  import: <IconImport />,
  interaction: <IconInteraction />,
  language: <IconLanguage />,
  link: <IconLink />,
  list: <IconList />,
  'live-broadcast': <IconLiveBroadcast />,
  location: <IconLocation />,
  lock: <IconLock />,
  message: <IconMessage />,
  'mind-mapping': <IconMindMapping />,
  'ordered-list': <IconOrderedList />,
  plus: <IconPlus />,
  printer: <IconPrinter />,
  public: <IconPublic />,
  qrcode: <IconQrcode />,
  robot: <IconRobot />,
  safe: <IconSafe />,
  scan: <IconScan />,
  schedule: <IconSchedule />,
  search: <IconSearch />,
  send: <IconSend />,
  settings: <IconSettings />,
  stamp: <IconStamp />,
  star: <IconStar />,
  stop: <IconStop />,
  storage: <IconStorage />,
  swap: <IconSwap />,
  sync: <IconSync />,
  tags: <IconTags />,
  thunderbolt: <IconThunderbolt />,
  tool: <IconTool />,
  user: <IconUser />,
  'user-group': <IconUserGroup />,
};

/** The names that a menu node may give. */
export const MENU_ICONS: readonly string[] = Object.keys(ICONS);

export function menuIcon(name: string): ReactNode {
  return ICONS[name] ?? <IconFile />;
}
