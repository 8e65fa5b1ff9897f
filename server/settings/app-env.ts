export type AppEnv = 'development' | 'test' | 'production';
