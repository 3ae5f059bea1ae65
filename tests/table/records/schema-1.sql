-- A record of schema 1 as the first version wrote it: five games, the fourth taken back, the third and the
-- fifth unfinished, two moments of the fifth to redo.
PRAGMA application_id = 128655040;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    text TEXT NOT NULL,
    parent INTEGER NOT NULL,
    head INTEGER NOT NULL,
    digest TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;
INSERT INTO "entries" VALUES(1,1,'new praetorians',0,1,'eb370742e823',1770000060.0);
INSERT INTO "entries" VALUES(2,1,'match 10',1,2,'f05fc12e6553',1770000120.0);
INSERT INTO "entries" VALUES(3,1,'match 10',2,3,'450b8fd60e55',1770000180.0);
INSERT INTO "entries" VALUES(4,1,'match 10',3,4,'514ced0da77d',1770000240.0);
INSERT INTO "entries" VALUES(5,1,'match 10',4,5,'7c00962dda1d',1770000300.0);
INSERT INTO "entries" VALUES(6,1,'match 10',5,6,'79daeba3d17a',1770000360.0);
INSERT INTO "entries" VALUES(7,1,'match 10',6,7,'b44dea504ede',1770000420.0);
INSERT INTO "entries" VALUES(8,1,'match 10',7,8,'531b125bfafd',1770000480.0);
INSERT INTO "entries" VALUES(9,1,'match 10',8,9,'7887b361358c',1770000540.0);
INSERT INTO "entries" VALUES(10,1,'match 10',9,10,'c2d6c0553161',1770000600.0);
INSERT INTO "entries" VALUES(11,1,'bank 9',10,11,'cb3d7c43c67b',1770000660.0);
INSERT INTO "entries" VALUES(12,2,'new praetorians',11,12,'eb370742e823',1770000720.0);
INSERT INTO "entries" VALUES(13,2,'match 10',12,13,'f05fc12e6553',1770000780.0);
INSERT INTO "entries" VALUES(14,2,'bank 12',13,14,'bb399ff45be5',1770000840.0);
INSERT INTO "entries" VALUES(15,2,'concede 0',14,15,'bb399ff45be5',1770000900.0);
INSERT INTO "entries" VALUES(16,3,'new hannibal',15,16,'77fee44fcf15',1770000960.0);
INSERT INTO "entries" VALUES(17,3,'legion ROM>GAL',16,17,'3b172f4179da',1770001020.0);
INSERT INTO "entries" VALUES(18,3,'legion CAR>MAU',17,18,'7f7c0b6e9453',1770001080.0);
INSERT INTO "entries" VALUES(19,4,'new praetorians',18,19,'306b58672e51',1770001140.0);
INSERT INTO "entries" VALUES(20,4,'flip R7',19,20,'368fd48a8a35',1770001200.0);
INSERT INTO "entries" VALUES(21,4,'flip B3',20,21,'4a96a43563ee',1770001260.0);
INSERT INTO "entries" VALUES(22,4,'undo',0,20,'368fd48a8a35',1770001320.0);
INSERT INTO "entries" VALUES(23,4,'undo',0,19,'306b58672e51',1770001380.0);
INSERT INTO "entries" VALUES(24,4,'undo',0,18,'7f7c0b6e9453',1770001440.0);
INSERT INTO "entries" VALUES(25,4,'redo',0,19,'306b58672e51',1770001500.0);
INSERT INTO "entries" VALUES(26,4,'undo',0,18,'7f7c0b6e9453',1770001560.0);
INSERT INTO "entries" VALUES(27,3,'legion ROM>GAL',18,27,'9fb1b2a3e7ef',1770001620.0);
INSERT INTO "entries" VALUES(28,5,'new praetorians',27,28,'09bf7c16cba0',1770001680.0);
INSERT INTO "entries" VALUES(29,5,'flip R7',28,29,'19be84f5b540',1770001740.0);
INSERT INTO "entries" VALUES(30,5,'flip R9',29,30,'7da795b4af57',1770001800.0);
INSERT INTO "entries" VALUES(31,5,'stop',30,31,'45c7aee6ed4b',1770001860.0);
INSERT INTO "entries" VALUES(32,5,'flip B4',31,32,'a2c19f804205',1770001920.0);
INSERT INTO "entries" VALUES(33,5,'flip G5',32,33,'cebcb0f02c22',1770001980.0);
INSERT INTO "entries" VALUES(34,5,'undo',0,32,'a2c19f804205',1770002040.0);
INSERT INTO "entries" VALUES(35,5,'undo',0,31,'45c7aee6ed4b',1770002100.0);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    options TEXT NOT NULL
) STRICT;
INSERT INTO "games" VALUES(1,'praetorians','["Ada", "Ben"]','{"twelves": false, "entry": "scores"}');
INSERT INTO "games" VALUES(2,'praetorians','["Ben", "Ada"]','{"twelves": false, "entry": "scores"}');
INSERT INTO "games" VALUES(3,'hannibal','["Ada", "Ben"]','{"core": false, "west": "printed", "entry": "cards"}');
INSERT INTO "games" VALUES(4,'praetorians','["Ada", "Ben", "Cleo"]','{"twelves": true, "entry": "cards"}');
INSERT INTO "games" VALUES(5,'praetorians','["Cleo", "Ada"]','{"twelves": true, "entry": "cards"}');
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    used REAL,
    retired INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "people" VALUES(1,'Player 1',NULL,0);
INSERT INTO "people" VALUES(2,'Player 2',NULL,0);
INSERT INTO "people" VALUES(3,'Ada',10.0,0);
INSERT INTO "people" VALUES(4,'Ben',8.0,0);
INSERT INTO "people" VALUES(5,'Cleo',11.0,0);
COMMIT;
