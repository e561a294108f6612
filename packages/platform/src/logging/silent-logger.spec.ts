import { SilentLogger } from './silent-logger.js';

describe('SilentLogger', () => {
  it('writes nothing and still does the work', () => {
    const logger = new SilentLogger();
    const write = jest.spyOn(process.stderr, 'write');

    logger.debug();
    logger.info();
    logger.warn();
    logger.error();
    const result = logger.forSource().withCorrelation('id', () => 42);

    expect(result).toBe(42);
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });
});
