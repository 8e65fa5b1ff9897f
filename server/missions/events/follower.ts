import type { Live } from '../../accounts/sessions/service.ts';
import type { Principal } from '../../permissions.ts';
import type { Position } from '../activity/position.ts';
import type { Room } from './room.ts';

/** An answer that stays open, as HTTP has it. */
export type Stream = {
  /** Nobody is there any more. */
  readonly isGone: boolean;
  /** What was written waits to be read. */
  readonly isFull: boolean;
  open(on: { onRoom: () => void; onLeave: () => void; onClose: () => void }): void;
  write(text: string): void;
  beat(): void;
  end(text: string): void;
};

/** Somebody who follows a mission: one open answer, and where it has come to. */
export type Follower = {
  readonly room: Room;
  /** As they came. */
  readonly user: Principal;
  readonly stream: Stream;
  position: Position;
  /** As they were judged last, and the state of rights that it was judged by. */
  judged: (Live & { writes: number }) | null;
  /** Which state of who is there they were told. */
  toldPeople: number;
  /** By which state of what people are told they heard how much of it is unread. */
  toldNotices: number;
  /** How much that was; null until it has been looked up. */
  unread: number | null;
  isOver: boolean;
  /** Being told what is new; `again` when there may be more by then. */
  isTelling: boolean;
  again: boolean;
};
