import { PatientClock } from './patient-clock.js';

describe('PatientClock', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('keeps pauses, and gives time limits a hundred and twenty times as long', () => {
    const clock = new PatientClock();
    const elapsed: string[] = [];
    clock.startTimer(999, () => elapsed.push('pause'));
    clock.startTimer(1_000, () => elapsed.push('limit'));

    jest.advanceTimersByTime(119_999);
    expect(elapsed).toEqual(['pause']);
    jest.advanceTimersByTime(1);

    expect(elapsed).toEqual(['pause', 'limit']);
  });

  it('stops a timer', () => {
    const onElapsed = jest.fn();
    new PatientClock().startTimer(1, onElapsed)();

    jest.advanceTimersByTime(10);

    expect(onElapsed).not.toHaveBeenCalled();
  });

  it('tells the time of the machine', () => {
    const clock = new PatientClock();
    const [now, monotonicMs] = [clock.now(), clock.monotonicMs()];

    jest.advanceTimersByTime(50);

    expect([clock.now() - now, Math.round(clock.monotonicMs() - monotonicMs)]).toEqual([50, 50]);
  });
});
