-- A record of schema 3, written by tests/table/write_record.py: nine games, seven of them over. The
-- third has a series behind it and its end was undone once; Cleo is called Clea since the fourth.
PRAGMA application_id = 128655040;
PRAGMA user_version = 3;
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
INSERT INTO "entries" VALUES(1,1,'new praetorians',0,1,'eb370742e823',1790000000.0);
INSERT INTO "entries" VALUES(2,1,'match 10',1,2,'f05fc12e6553',1790000020.0);
INSERT INTO "entries" VALUES(3,1,'match 10',2,3,'450b8fd60e55',1790000040.0);
INSERT INTO "entries" VALUES(4,1,'match 10',3,4,'514ced0da77d',1790000060.0);
INSERT INTO "entries" VALUES(5,1,'match 10',4,5,'7c00962dda1d',1790000080.0);
INSERT INTO "entries" VALUES(6,1,'match 10',5,6,'79daeba3d17a',1790000100.0);
INSERT INTO "entries" VALUES(7,1,'match 10',6,7,'b44dea504ede',1790000120.0);
INSERT INTO "entries" VALUES(8,1,'match 10',7,8,'531b125bfafd',1790000140.0);
INSERT INTO "entries" VALUES(9,1,'match 10',8,9,'7887b361358c',1790000160.0);
INSERT INTO "entries" VALUES(10,1,'match 10',9,10,'c2d6c0553161',1790000180.0);
INSERT INTO "entries" VALUES(11,1,'bank 9',10,11,'cb3d7c43c67b',1790000200.0);
INSERT INTO "entries" VALUES(12,2,'new praetorians',11,12,'eb370742e823',1790000260.0);
INSERT INTO "entries" VALUES(13,2,'bank 21',12,13,'d451a5d227f4',1790000280.0);
INSERT INTO "entries" VALUES(14,2,'concede 0',13,14,'d451a5d227f4',1790000300.0);
INSERT INTO "entries" VALUES(15,3,'new praetorians',14,15,'eb370742e823',1790000300.0);
INSERT INTO "entries" VALUES(16,3,'bust',15,16,'bbd20167f8d3',1790000320.0);
INSERT INTO "entries" VALUES(17,3,'match 10',16,17,'58490a850cbe',1790000340.0);
INSERT INTO "entries" VALUES(18,3,'match 10',17,18,'2b895b9a2c99',1790000360.0);
INSERT INTO "entries" VALUES(19,3,'match 10',18,19,'4f3c1f7bb8e4',1790000380.0);
INSERT INTO "entries" VALUES(20,3,'match 10',19,20,'a35aff044811',1790000400.0);
INSERT INTO "entries" VALUES(21,3,'match 10',20,21,'927686996e5d',1790000420.0);
INSERT INTO "entries" VALUES(22,3,'match 10',21,22,'f513dac0d8b1',1790000440.0);
INSERT INTO "entries" VALUES(23,3,'match 10',22,23,'8e151d1f3460',1790000460.0);
INSERT INTO "entries" VALUES(24,3,'match 10',23,24,'2e69d0179911',1790000480.0);
INSERT INTO "entries" VALUES(25,3,'match 10',24,25,'0ed30bbbde98',1790000500.0);
INSERT INTO "entries" VALUES(26,3,'bank 6',25,26,'7628b39e0740',1790000520.0);
INSERT INTO "entries" VALUES(27,3,'undo',0,25,'0ed30bbbde98',1790000520.0);
INSERT INTO "entries" VALUES(28,3,'bank 5',25,28,'3d996800d15f',1790000540.0);
INSERT INTO "entries" VALUES(29,3,'bust',28,29,'02952ac367d1',1790000560.0);
INSERT INTO "entries" VALUES(30,3,'bank 1',29,30,'c317bcd24d3e',1790000580.0);
INSERT INTO "entries" VALUES(31,3,'undo',0,29,'02952ac367d1',1790000580.0);
INSERT INTO "entries" VALUES(32,3,'redo',0,30,'c317bcd24d3e',1790000580.0);
INSERT INTO "entries" VALUES(33,4,'new seven-hills',30,33,'38c7fd690dd2',1790259780.0);
INSERT INTO "entries" VALUES(34,4,'hill 1 1',33,34,'92fbc61d9660',1790259800.0);
INSERT INTO "entries" VALUES(35,4,'hill 2 1',34,35,'d17167fe93a2',1790259820.0);
INSERT INTO "entries" VALUES(36,4,'hill 3 0',35,36,'3135abb53ea2',1790259840.0);
INSERT INTO "entries" VALUES(37,4,'hill 4 0',36,37,'dfadf8494c56',1790259860.0);
INSERT INTO "entries" VALUES(38,4,'hill 5 1',37,38,'f5c6beea1179',1790259880.0);
INSERT INTO "entries" VALUES(39,4,'hill 6 1',38,39,'c489ebcd36b5',1790259900.0);
INSERT INTO "entries" VALUES(40,4,'hill 7 0',39,40,'de7f09bc5577',1790259920.0);
INSERT INTO "entries" VALUES(41,4,'done',40,41,'de7f09bc5577',1790259940.0);
INSERT INTO "entries" VALUES(42,5,'new spartacus',41,42,'9a1acb993168',1790259940.0);
INSERT INTO "entries" VALUES(43,5,'play 10',42,43,'50f21f9d9478',1790259960.0);
INSERT INTO "entries" VALUES(44,5,'play 5',43,44,'49ebfc1d3d24',1790259980.0);
INSERT INTO "entries" VALUES(45,5,'pass',44,45,'c6f16e2db9e2',1790260000.0);
INSERT INTO "entries" VALUES(46,5,'play 3',45,46,'4a07c1073a77',1790260020.0);
INSERT INTO "entries" VALUES(47,5,'play 1',46,47,'f281d1b83323',1790260040.0);
INSERT INTO "entries" VALUES(48,5,'pass',47,48,'2ea724d61175',1790260060.0);
INSERT INTO "entries" VALUES(49,5,'play 4',48,49,'0d59ce1f828d',1790260080.0);
INSERT INTO "entries" VALUES(50,5,'play 1',49,50,'cfd06c6e0a36',1790260100.0);
INSERT INTO "entries" VALUES(51,5,'play banner',50,51,'903d5e31f6e6',1790260120.0);
INSERT INTO "entries" VALUES(52,5,'play banner',51,52,'8d9c70e38e0c',1790260140.0);
INSERT INTO "entries" VALUES(53,5,'play 8',52,53,'3b9db53965e4',1790260160.0);
INSERT INTO "entries" VALUES(54,5,'play 5',53,54,'cfaeaa4bb3b0',1790260180.0);
INSERT INTO "entries" VALUES(55,5,'play 4',54,55,'e5f69537dd0f',1790260200.0);
INSERT INTO "entries" VALUES(56,5,'play 3',55,56,'c3407f7400af',1790260220.0);
INSERT INTO "entries" VALUES(57,5,'pass',56,57,'496c323c429b',1790260240.0);
INSERT INTO "entries" VALUES(58,5,'play 2',57,58,'b88460f12361',1790260260.0);
INSERT INTO "entries" VALUES(59,5,'pass',58,59,'870b389f9a65',1790260280.0);
INSERT INTO "entries" VALUES(60,5,'play 2',59,60,'a0cca0a99e34',1790260300.0);
INSERT INTO "entries" VALUES(61,5,'play 1',60,61,'af0f57c5a1cf',1790260320.0);
INSERT INTO "entries" VALUES(62,5,'pass',61,62,'6f9c4cec8729',1790260340.0);
INSERT INTO "entries" VALUES(63,5,'pass',62,63,'670f5ea51b3e',1790260360.0);
INSERT INTO "entries" VALUES(64,5,'play 6',63,64,'da55f805705e',1790260380.0);
INSERT INTO "entries" VALUES(65,5,'pass',64,65,'4274bb3a38fb',1790260400.0);
INSERT INTO "entries" VALUES(66,5,'play 2',65,66,'5611595e0921',1790260420.0);
INSERT INTO "entries" VALUES(67,5,'play banner',66,67,'39f5213dd0a9',1790260440.0);
INSERT INTO "entries" VALUES(68,5,'play 7',67,68,'9e4d4051ba18',1790260460.0);
INSERT INTO "entries" VALUES(69,5,'pass',68,69,'096a3d3db782',1790260480.0);
INSERT INTO "entries" VALUES(70,5,'pass',69,70,'902afa13cb61',1790260500.0);
INSERT INTO "entries" VALUES(71,5,'play 9',70,71,'f138b946d6c9',1790260520.0);
INSERT INTO "entries" VALUES(72,5,'play 6',71,72,'b4e0ebf8dd1f',1790260540.0);
INSERT INTO "entries" VALUES(73,5,'play 5',72,73,'19895624da50',1790260560.0);
INSERT INTO "entries" VALUES(74,5,'play 4',73,74,'5b23f8d1edf8',1790260580.0);
INSERT INTO "entries" VALUES(75,5,'play 3',74,75,'c136f3d16b57',1790260600.0);
INSERT INTO "entries" VALUES(76,5,'pass',75,76,'c73f11864e89',1790260620.0);
INSERT INTO "entries" VALUES(77,5,'pass',76,77,'4ab8938bc6af',1790260640.0);
INSERT INTO "entries" VALUES(78,5,'play 8',77,78,'5c1865fa22da',1790260660.0);
INSERT INTO "entries" VALUES(79,5,'play 6',78,79,'8604182a2d1a',1790260680.0);
INSERT INTO "entries" VALUES(80,5,'pass',79,80,'bff7d0de485d',1790260700.0);
INSERT INTO "entries" VALUES(81,5,'pass',80,81,'917bf34d56ca',1790260720.0);
INSERT INTO "entries" VALUES(82,5,'play 8',81,82,'ea1698457a63',1790260740.0);
INSERT INTO "entries" VALUES(83,5,'pass',82,83,'d8956574c2a0',1790260760.0);
INSERT INTO "entries" VALUES(84,5,'play 7',83,84,'c635a9eaa0ca',1790260780.0);
INSERT INTO "entries" VALUES(85,5,'pass',84,85,'fe5426df45d1',1790260800.0);
INSERT INTO "entries" VALUES(86,5,'play 9',85,86,'169cf0390ebf',1790260820.0);
INSERT INTO "entries" VALUES(87,5,'pass',86,87,'6cde7ae5a369',1790260840.0);
INSERT INTO "entries" VALUES(88,5,'pass',87,88,'b1b1c8c7a0f1',1790260860.0);
INSERT INTO "entries" VALUES(89,5,'play 9',88,89,'475382358726',1790260880.0);
INSERT INTO "entries" VALUES(90,6,'new army-ants',89,90,'b4b8bf78e9ad',1790260880.0);
INSERT INTO "entries" VALUES(91,6,'draw',90,91,'b4b8bf78e9ad',1790260900.0);
INSERT INTO "entries" VALUES(92,7,'new praetorians',91,92,'09bf7c16cba0',1790260900.0);
INSERT INTO "entries" VALUES(93,7,'flip R7',92,93,'19be84f5b540',1790260920.0);
INSERT INTO "entries" VALUES(94,7,'flip R9',93,94,'7da795b4af57',1790260940.0);
INSERT INTO "entries" VALUES(95,7,'abandon',94,95,'7da795b4af57',1790260960.0);
INSERT INTO "entries" VALUES(96,8,'new hannibal',95,96,'77fee44fcf15',1790260960.0);
INSERT INTO "entries" VALUES(97,8,'fleet ROM-COR>SAR-CAR',96,97,'bc07cec473d0',1790260980.0);
INSERT INTO "entries" VALUES(98,8,'clash 2 4',97,98,'dd53bc6c13f3',1790261000.0);
INSERT INTO "entries" VALUES(99,8,'legion CAR>MAU',98,99,'1988de31da2f',1790261020.0);
INSERT INTO "entries" VALUES(100,8,'undo',0,98,'dd53bc6c13f3',1790261020.0);
INSERT INTO "entries" VALUES(101,9,'new praetorians',98,101,'09bf7c16cba0',1790261020.0);
INSERT INTO "entries" VALUES(102,9,'flip R7',101,102,'19be84f5b540',1790261040.0);
INSERT INTO "entries" VALUES(103,9,'flip R9',102,103,'7da795b4af57',1790261060.0);
INSERT INTO "entries" VALUES(104,9,'stop',103,104,'45c7aee6ed4b',1790261080.0);
INSERT INTO "entries" VALUES(105,9,'flip B4',104,105,'a2c19f804205',1790261100.0);
INSERT INTO "entries" VALUES(106,9,'back 3',105,106,'45c7aee6ed4b',1790261120.0);
INSERT INTO "entries" VALUES(107,9,'flip B5',106,107,'832277a64875',1790261140.0);
INSERT INTO "entries" VALUES(108,9,'flip G5',107,108,'ba3a37f85c1c',1790261160.0);
INSERT INTO "entries" VALUES(109,9,'change 4 flip B6',108,109,'9789236f0aff',1790261180.0);
INSERT INTO "entries" VALUES(110,9,'undo',0,108,'ba3a37f85c1c',1790261180.0);
INSERT INTO "entries" VALUES(111,9,'undo',0,107,'832277a64875',1790261180.0);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    options TEXT NOT NULL
, series INTEGER NOT NULL DEFAULT 0, begun REAL NOT NULL DEFAULT 0, head INTEGER NOT NULL DEFAULT 0, last INTEGER NOT NULL DEFAULT 0, outcome TEXT, people TEXT NOT NULL DEFAULT '[]', ended INTEGER, told INTEGER, seconds INTEGER) STRICT;
INSERT INTO "games" VALUES(1,'praetorians','["Ada", "Ben"]','{"twelves": false, "entry": "scores"}',1,1790000000.0,11,11,'{"winners": [0], "scores": [99, 3], "ended": ""}','[3, 4]',11,10,200);
INSERT INTO "games" VALUES(2,'praetorians','["Ben", "Ada"]','{"twelves": false, "entry": "scores"}',1,1790000260.0,14,14,'{"winners": [1], "scores": [0, 0], "ended": "concede 0"}','[4, 3]',14,2,40);
INSERT INTO "games" VALUES(3,'praetorians','["Ada", "Ben"]','{"twelves": false, "entry": "scores"}',1,1790000300.0,30,32,'{"winners": [1], "scores": [0, 99], "ended": ""}','[3, 4]',30,13,280);
INSERT INTO "games" VALUES(4,'seven-hills','["Ben", "Cleo"]','{"exclusive": false, "barricades": false, "scoring": "sum", "open": false, "entry": "scores"}',4,1790259780.0,41,41,'{"winners": [0, 1], "scores": [14, 14], "ended": ""}','[4, 5]',41,8,160);
INSERT INTO "games" VALUES(5,'spartacus','["Ada", "Ben", "Clea"]','{"banners": "double", "joker_scoring": "none", "entry": "cards"}',5,1790259940.0,89,89,'{"winners": [0], "scores": [58, 38, 38], "ended": ""}','[3, 4, 5]',89,47,940);
INSERT INTO "games" VALUES(6,'army-ants','["Ada", "Clea"]','{"deployment": "dealt", "entry": "scores"}',6,1790260880.0,91,91,'{"winners": [], "scores": [0, 0], "ended": ""}','[3, 5]',91,1,20);
INSERT INTO "games" VALUES(7,'praetorians','["Ben", "Ada"]','{"twelves": true, "entry": "cards"}',7,1790260900.0,95,95,'{"winners": [], "scores": [0, 0], "ended": "abandon"}','[4, 3]',95,NULL,NULL);
INSERT INTO "games" VALUES(8,'hannibal','["Ada", "Clea"]','{"core": true, "west": "printed", "entry": "cards"}',8,1790260960.0,98,100,NULL,'[3, 5]',NULL,NULL,NULL);
INSERT INTO "games" VALUES(9,'praetorians','["Clea", "Ada"]','{"twelves": true, "entry": "cards"}',9,1790261020.0,101,101,NULL,'[5, 3]',NULL,NULL,NULL);
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    used REAL,
    retired INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "people" VALUES(1,'Player 1',NULL,0);
INSERT INTO "people" VALUES(2,'Player 2',NULL,0);
INSERT INTO "people" VALUES(3,'Ada',18.0,0);
INSERT INTO "people" VALUES(4,'Ben',15.0,0);
INSERT INTO "people" VALUES(5,'Clea',19.0,0);
CREATE TABLE results (
    person INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    ended INTEGER NOT NULL REFERENCES entries (id),
    game INTEGER NOT NULL REFERENCES games (id),
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    points INTEGER,
    PRIMARY KEY (person, kind, ended)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(3,'army-ants',91,6,0,1,0);
INSERT INTO "results" VALUES(3,'praetorians',11,1,1,0,99);
INSERT INTO "results" VALUES(3,'praetorians',14,2,1,0,NULL);
INSERT INTO "results" VALUES(3,'praetorians',30,3,0,0,0);
INSERT INTO "results" VALUES(3,'spartacus',89,5,1,0,58);
INSERT INTO "results" VALUES(4,'praetorians',11,1,0,0,3);
INSERT INTO "results" VALUES(4,'praetorians',14,2,0,0,NULL);
INSERT INTO "results" VALUES(4,'praetorians',30,3,1,0,99);
INSERT INTO "results" VALUES(4,'seven-hills',41,4,0,1,14);
INSERT INTO "results" VALUES(4,'spartacus',89,5,0,0,38);
INSERT INTO "results" VALUES(5,'army-ants',91,6,0,1,0);
INSERT INTO "results" VALUES(5,'seven-hills',41,4,0,1,14);
INSERT INTO "results" VALUES(5,'spartacus',89,5,0,0,38);
CREATE TABLE undone (
    place INTEGER PRIMARY KEY,
    beside INTEGER NOT NULL,
    entry INTEGER NOT NULL REFERENCES entries (id)
) STRICT;
INSERT INTO "undone" VALUES(1,9,109);
INSERT INTO "undone" VALUES(2,9,108);
CREATE INDEX waiting ON games (last) WHERE head > 0 AND outcome IS NULL;
CREATE INDEX series ON games (series);
CREATE INDEX finished ON games (ended, game, told, seconds) WHERE ended IS NOT NULL;
COMMIT;
